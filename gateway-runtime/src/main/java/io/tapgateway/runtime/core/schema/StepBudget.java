package io.tapgateway.runtime.core.schema;

import io.tapgateway.protocol.json.JsonValue;

/** What reading a schema, or a check, may still cost. Confined to the thread that reads or checks. */
final class StepBudget {
    private static final int CHARACTERS_PER_STEP = 16;

    private long left;

    StepBudget(long left) {
        this.left = left;
    }

    /** @throws Unfinished if that is more than is left */
    void spend(long steps) {
        left -= steps;
        if (left < 0) {
            throw new Unfinished();
        }
    }

    /** Pays for looking at all of a value. */
    void spendOn(JsonValue value) {
        spendOn(value.estimatedLength());
    }

    /** Pays for looking at that many characters. */
    void spendOn(int characters) {
        spend(1L + characters / CHARACTERS_PER_STEP);
    }
}
