/**
 * What a request is and what answers it, without the port at which it comes in.
 *
 * <p>{@link io.tapgateway.app.control.api.Routes} has one {@link io.tapgateway.app.control.api.ApiAction} for each
 * method and path. It takes an {@link io.tapgateway.app.control.api.ApiRequest} and answers with an
 * {@link io.tapgateway.app.control.api.ApiReply}, or with an {@link io.tapgateway.app.control.api.ApiProblem}.
 * {@link io.tapgateway.app.control.api.ApiJson} writes what several actions and events tell of. Nothing here has a
 * thread; all but the builder of routes is immutable.
 */
@NullMarked
package io.tapgateway.app.control.api;

import org.jspecify.annotations.NullMarked;
