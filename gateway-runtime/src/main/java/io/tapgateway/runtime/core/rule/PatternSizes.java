package io.tapgateway.runtime.core.rule;

import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;

/** Adds up how large the patterns of one message are (D-168). Confined to one message. */
final class PatternSizes {
    private final int most;
    private int sum;

    PatternSizes(Limits limits) {
        this.most = limits.get(Limit.PATTERN_SIZES);
    }

    /** @throws InvalidMessage if it becomes too much with this one */
    void add(int size) {
        sum += size;
        if (sum > most) {
            throw InvalidMessage.at("", "the patterns up to this one make more than " + most + " instructions");
        }
    }
}
