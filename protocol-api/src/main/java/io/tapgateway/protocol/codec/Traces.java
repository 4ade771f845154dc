package io.tapgateway.protocol.codec;

import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.Correlation;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * What a message that cannot be used says about itself, for the error that answers it. Looks into the message only when
 * asked. Confined to one decoding.
 */
final class Traces {
    static final String TYPE = "type";

    private static final int MAX_ID_LENGTH = 128;
    private static final int MAX_TYPE_LENGTH = 64;
    private static final Set<String> NAMES = Set.of(TYPE, "sessionId", "requestId", "queryId", "id", "callId");

    private final Function<String, Optional<String>> member;

    private Traces(Function<String, Optional<String>> member) {
        this.member = member;
    }

    static Traces of(Map<String, JsonValue> members) {
        return new Traces(name -> Optional.ofNullable(members.get(name)).flatMap(JsonReader.TEXT::tryRead));
    }

    /** Of a text that is not even JSON, or only the beginning of it. */
    static Traces inBroken(String text) {
        Map<String, String> members = JsonValue.salvageStrings(text, NAMES);
        return new Traces(name -> Optional.ofNullable(members.get(name)));
    }

    /** The type, shortened: it is repeated in errors, whatever it is. */
    Optional<String> type() {
        return member.apply(TYPE).map(type -> type.substring(0, Math.min(type.length(), MAX_TYPE_LENGTH)));
    }

    Correlation correlation() {
        return correlation(this::id);
    }

    /** The ids among the members that a function knows by name. */
    static Correlation correlation(Function<String, Optional<String>> id) {
        return new Correlation(
                id.apply("sessionId"), id.apply("requestId"), id.apply("queryId"), id.apply("id"), id.apply("callId"));
    }

    private Optional<String> id(String name) {
        return member.apply(name).filter(id -> !id.isEmpty() && id.length() <= MAX_ID_LENGTH);
    }
}
