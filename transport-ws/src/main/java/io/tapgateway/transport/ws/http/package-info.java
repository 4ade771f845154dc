/**
 * HTTP on the loopback interface only.
 *
 * <p>{@link io.tapgateway.transport.ws.http.LoopbackHttpServer} puts one Grizzly server on 127.0.0.1 and ::1 under the
 * same number, or on neither: then {@link io.tapgateway.transport.ws.http.PortTaken} says who is there already. I/O
 * runs on the server's own named daemon threads, one or more per address; request handlers run on a separate pool.
 */
@NullMarked
package io.tapgateway.transport.ws.http;

import org.jspecify.annotations.NullMarked;
