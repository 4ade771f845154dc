/**
 * Files of providers: their directories, and what they answer with (D-152, D-153). The only place of the runtime that
 * touches a file system; it trusts the base directory and nothing below it. Internal to the runtime.
 */
@NullMarked
package io.tapgateway.runtime.file;

import org.jspecify.annotations.NullMarked;
