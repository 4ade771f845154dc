/**
 * The provider port, and the client with which a Java provider dials in. The only package that knows the WebSocket library.
 */
@NullMarked
package io.tapgateway.transport.ws;

import org.jspecify.annotations.NullMarked;
