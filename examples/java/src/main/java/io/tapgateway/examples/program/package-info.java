/**
 * What providers have in common that run as processes of their own.
 */
@NullMarked
package io.tapgateway.examples.program;

import org.jspecify.annotations.NullMarked;
