/**
 * What tests of a gateway, a transport or a provider stand on.
 *
 * <p>{@link io.tapgateway.testkit.ManualClock} and {@link io.tapgateway.testkit.ManualExecutor} take time and threads
 * out of a real gateway, so that it does everything on the thread of the test and nothing happens that the test did not
 * ask for. {@link io.tapgateway.testkit.ScriptedPeer} is a provider made of JSON text, over any {@link
 * io.tapgateway.testkit.Wire}: what it receives waits in an {@link io.tapgateway.testkit.Inbox} and is held against a
 * {@link io.tapgateway.testkit.JsonPattern}. {@link io.tapgateway.testkit.RecordingHost} is the session's end.
 *
 * <p>{@link io.tapgateway.testkit.ScriptedEndpoint} stands for a language model, whole or in pieces.
 */
@NullMarked
package io.tapgateway.testkit;

import org.jspecify.annotations.NullMarked;
