/**
 * Programs written as extensions of zot, each as a provider of a session: JSON lines on their standard streams.
 *
 * <p>Tour: {@link io.tapgateway.zot.Manifest} says what is started, {@link io.tapgateway.zot.ExtensionSet} has those
 * of one session, and {@link io.tapgateway.zot.Extension} keeps one of them running. {@code ExtensionRun} is one
 * process from its first line to its last and holds what the session has of it: {@code Registrations}, {@code
 * ExtensionCommands}, {@code ExtensionPanels} and {@code ExtensionProvider}. How far each of the two has come is an
 * {@code ExtensionLife} and a {@code RunStage}. {@code ExtensionChannel} pairs questions with answers, {@code
 * ExtensionFrameReader} and {@code HostFrames} know the words. The session asks {@code ExtensionGuard}, which stays
 * while processes come and go.
 */
@NullMarked
package io.tapgateway.zot;

import org.jspecify.annotations.NullMarked;
