/**
 * The API of Copilot Anywhere as pure values: what clients ask for, what agents do and what time it is comes in;
 * replies, events and what is to be done come out.
 *
 * <p>{@link io.tapgateway.agentserver.anywhere.AnywhereDesk} takes requests up and has a {@code FolderDesk} for each
 * folder, which knows the runs that wait there and the questions that are open. What happens in a run is told as events
 * by a {@code RunWire}; an {@link io.tapgateway.agentserver.anywhere.EventLog} keeps the newest of them for clients
 * that were away. Confined to one thread at a time.
 */
@NullMarked
package io.tapgateway.agentserver.anywhere;

import org.jspecify.annotations.NullMarked;
