/**
 * Programs written as extensions of zot, each as a provider of a session: JSON lines on their standard streams.
 *
 * <p>Tour: {@link io.tapgateway.zot.Manifest} says what is started, {@link io.tapgateway.zot.ExtensionSet} has those
 * of one session, and {@link io.tapgateway.zot.Extension} keeps one of them running. {@code ExtensionRun} is one
 * process from its first line to its last, {@code ExtensionChannel} pairs questions with answers, {@code
 * ExtensionFrameReader} and {@code HostFrames} know the words. The session sees the tools of a process as {@code
 * ExtensionProvider}, and asks {@code ExtensionGuard}, which stays while processes come and go.
 */
@NullMarked
package io.tapgateway.zot;

import org.jspecify.annotations.NullMarked;
