/**
 * What is asked of the operating system: which process is which, who has a port (best effort, for messages to people),
 * and how files are kept to one user.
 */
@NullMarked
package io.tapgateway.runtime.system;

import org.jspecify.annotations.NullMarked;
