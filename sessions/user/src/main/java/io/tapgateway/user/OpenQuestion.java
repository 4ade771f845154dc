package io.tapgateway.user;

/** A question that waits for its answer. Immutable. */
public record OpenQuestion(QuestionId id, ApprovalRequest request) {}
