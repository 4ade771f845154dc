/**
 * Programs written as extensions of zot, each as a provider of a session: JSON lines on their standard streams.
 *
 * <p>Tour: {@link io.tapgateway.zot.Manifest} says what is started, {@link io.tapgateway.zot.Extension} keeps it
 * running. {@code ExtensionRun} is one process from its first line to its last, {@code ExtensionChannel} pairs
 * questions with answers, {@code ExtensionFrameReader} and {@code HostFrames} know the words, {@code
 * ExtensionProvider} is what the session sees of it.
 */
@NullMarked
package io.tapgateway.zot;

import org.jspecify.annotations.NullMarked;
