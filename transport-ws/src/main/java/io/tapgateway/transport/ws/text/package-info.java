/**
 * WebSockets that carry texts for somebody else, at a path of a loopback HTTP server: {@link
 * io.tapgateway.transport.ws.text.TextPort} hands each connection to whoever takes it.
 */
@NullMarked
package io.tapgateway.transport.ws.text;

import org.jspecify.annotations.NullMarked;
