/**
 * What happens to WebSocket frames between the socket and Tyrus.
 *
 * <p>Tyrus buffers every frame as a whole, takes unmasked ones and hangs up before its close frame has been read. A
 * {@link io.tapgateway.transport.ws.frame.FramingEngine} stands around its engine: inbound, a {@code FrameReader}
 * checks frames and passes large ones on in pieces, as any intermediary may; outbound, a {@code JoiningWriter} puts
 * frames that are ready at the same time into one write, and ends the connection only when the peer has had time to
 * read why. An endpoint that asks for its {@code TextLane} has its texts decoded here, past Tyrus, which then sees
 * control frames only.
 *
 * <p>Readers are confined to the I/O thread of their connection; writers are thread-safe.
 */
@NullMarked
package io.tapgateway.transport.ws.frame;

import org.jspecify.annotations.NullMarked;
