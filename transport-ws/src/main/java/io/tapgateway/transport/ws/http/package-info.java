/**
 * HTTP on the loopback interface only.
 *
 * <p>{@link io.tapgateway.transport.ws.http.LoopbackHttpServer} puts one Grizzly server on 127.0.0.1 and ::1 under the
 * same number, or on neither: then {@link io.tapgateway.transport.ws.http.PortTaken} says who is there already. I/O
 * runs on the server's own named daemon threads, one or more per address; request handlers run on a separate pool.
 *
 * <p>Where requests are collected, {@link io.tapgateway.transport.ws.http.WholeRequests} stands first in the chain.
 * {@link io.tapgateway.transport.ws.http.HeadParser} reads heads, as at the provider port, {@link
 * io.tapgateway.transport.ws.http.ConnectionRoom} decides who has to go, and only whole requests get to the HTTP
 * library, one at a time. {@link io.tapgateway.transport.ws.http.PatientAcceptance} keeps accepting where descriptors
 * run out.
 */
@NullMarked
package io.tapgateway.transport.ws.http;

import org.jspecify.annotations.NullMarked;
