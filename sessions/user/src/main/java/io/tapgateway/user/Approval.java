package io.tapgateway.user;

import io.tapgateway.protocol.model.MayChange;

/** What became of an {@link ApprovalRequest}. All but the first mean no (U-103). Immutable. */
public sealed interface Approval {
    /** Calls the visitor's method for this end. */
    <R> R accept(Visitor<R> visitor);

    /** Whether somebody has said yes. */
    @MayChange
    default boolean isApproved() {
        return false;
    }

    /** One method per end. */
    interface Visitor<R> {
        R onApproved(Approved approved);

        R onDenied(Denied denied);

        R onAbsent(Absent absent);

        R onWithdrawn(Withdrawn withdrawn);
    }

    /**
     * Exactly this, once.
     *
     * @param by the surface where it was said
     */
    record Approved(String by) implements Approval {
        @Override
        public boolean isApproved() {
            return true;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onApproved(this);
        }
    }

    /**
     * The person does not want it, or it cannot be shown to one.
     *
     * @param reason for the agent, at most 1 KiB; may be empty
     * @param by the surface where it was said; {@link #BY_US} if nobody was asked
     */
    record Denied(String reason, String by) implements Approval {
        /** What no person has said: it is too long to be shown whole to anybody (U-105). */
        public static final String BY_US = "by the gateway";

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onDenied(this);
        }
    }

    /**
     * Nobody is there who could say yes, or be shown what it is about.
     *
     * @param why a sentence
     */
    record Absent(String why) implements Approval {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onAbsent(this);
        }
    }

    /** Nobody wants to know any more. */
    record Withdrawn(Withdrawal why) implements Approval {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onWithdrawn(this);
        }
    }
}
