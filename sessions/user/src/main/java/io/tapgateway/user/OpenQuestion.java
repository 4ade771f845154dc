package io.tapgateway.user;

/**
 * A question that waits for its answer. Immutable.
 *
 * @param askedAt when it was asked, in nanoseconds of the monotonic time of its {@link SessionUser}
 */
public record OpenQuestion(QuestionId id, UserRequest request, long askedAt) {}
