package io.tapgateway.protocol.codec;

import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.model.ProgressAmount;
import java.util.Optional;
import java.util.OptionalDouble;

/** How far a call is, as members of a report: the same for providers, hosts and programs. Stateless. */
public final class ProgressAmountJson {
    private static final JsonReader<Double> NUMBER = value -> {
        if (value.kind() != JsonKind.NUMBER) {
            throw new JsonFault("", "must be a number");
        }
        return value.asDouble();
    };

    private ProgressAmountJson() {}

    /** The members {@code progress} and {@code total}, as far as there are any. */
    public static JsonWriter write(JsonWriter out, Optional<ProgressAmount> amount) {
        amount.ifPresent(it -> {
            out.value("progress", JsonValue.number(it.done()));
            it.total().ifPresent(total -> out.value("total", JsonValue.number(total)));
        });
        return out;
    }

    /**
     * Reads what {@link #write} writes. A total alone says nothing.
     *
     * @throws JsonFault if one of the two is no number, or none that a {@code double} can be
     */
    public static Optional<ProgressAmount> read(JsonObject in) {
        OptionalDouble total =
                in.optional("total", NUMBER).map(OptionalDouble::of).orElse(OptionalDouble.empty());
        return in.optional("progress", NUMBER).map(done -> new ProgressAmount(done, total));
    }
}
