/**
 * The agents that a gateway has itself: what they work with, and the ports at which clients find them.
 *
 * <p>{@code cowork} and {@code anywhere} are verbs whose gateway has nothing else to do. The same ports open beside a
 * gateway of {@code run}, by {@link io.tapgateway.app.cli.serving.CoworkOption} and
 * {@link io.tapgateway.app.cli.serving.AnywhereOption}, which share the
 * {@link io.tapgateway.app.cli.serving.ServedWork}. Everything here runs on the main thread.
 */
@NullMarked
package io.tapgateway.app.cli.serving;

import org.jspecify.annotations.NullMarked;
