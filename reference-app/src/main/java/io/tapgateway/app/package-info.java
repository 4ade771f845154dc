/**
 * One embedding of the gateway: a process with a command line, a control port and a web console. It wires; it decides nothing.
 */
@NullMarked
package io.tapgateway.app;

import org.jspecify.annotations.NullMarked;
