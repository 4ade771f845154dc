package io.tapgateway.protocol.codec;

import static io.tapgateway.protocol.codec.Identifiers.GATE_ID;
import static io.tapgateway.protocol.codec.Identifiers.PROVIDER_NAME;
import static io.tapgateway.protocol.json.JsonReader.ANY;
import static io.tapgateway.protocol.json.JsonReader.TEXT;
import static io.tapgateway.protocol.json.JsonReader.list;
import static io.tapgateway.protocol.json.JsonReader.map;
import static io.tapgateway.protocol.json.JsonReader.object;
import static io.tapgateway.protocol.json.JsonReader.orNull;

import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.HookRule;
import io.tapgateway.protocol.model.Hooks;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.protocol.model.Transform;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads pre-tool-use rules and transforms. An unknown key or action in one of them is a fault (D-006). Stateless. */
final class HookReader {
    static final Set<String> MATCH_KEYS = Set.of("tool", "args", "file", "provider");
    static final Set<String> RULE_KEYS = Set.of("match", "action", "reason", "content", "gateId", "failOpen");
    static final Set<String> TRANSFORM_KEYS = Set.of("action", "content");

    private static final JsonReader<Match> MATCH = object(HookReader::match);
    private static final JsonReader<HookRule> RULE = object(HookReader::rule);
    private static final JsonReader<Transform> TRANSFORM = object(HookReader::transform);
    private static final JsonReader<Map<String, Optional<Transform>>> TRANSFORMS = map(orNull(TRANSFORM));

    private HookReader() {}

    static Hooks hooks(JsonObject fields) {
        return new Hooks(
                fields.optional("onPreToolUse", list(RULE)),
                fields.optional("transforms", TRANSFORMS).orElse(Map.of()));
    }

    private static HookRule rule(JsonObject fields) {
        fields.allowOnly(RULE_KEYS);
        Match match = fields.optional("match", MATCH).orElse(Match.ANY);
        return switch (fields.required("action", TEXT)) {
            case "deny" -> new HookRule.Deny(match, fields.optional("reason", TEXT));
            case "context" -> new HookRule.Context(match, fields.required("content", TEXT));
            case "gate" -> new HookRule.Gate(match, fields.required("gateId", GATE_ID), failsOpen(fields));
            case "ask" -> new HookRule.Ask(match, fields.optional("reason", TEXT));
            default -> throw new JsonFault("/action", "must be one of deny, context, gate, ask");
        };
    }

    /** Nothing but {@code true} opens a gate (D-162). */
    private static boolean failsOpen(JsonObject fields) {
        return fields.optional("failOpen", ANY).filter(JsonValue.TRUE::equals).isPresent();
    }

    private static Match match(JsonObject fields) {
        fields.allowOnly(MATCH_KEYS);
        return new Match(
                fields.optional("tool", TEXT),
                fields.optional("args", TEXT),
                fields.optional("file", TEXT),
                fields.optional("provider", PROVIDER_NAME));
    }

    private static Transform transform(JsonObject fields) {
        fields.allowOnly(TRANSFORM_KEYS);
        return switch (fields.required("action", TEXT)) {
            case "append" -> new Transform.Append(fields.required("content", TEXT));
            case "prepend" -> new Transform.Prepend(fields.required("content", TEXT));
            case "replace" -> new Transform.Replace(fields.required("content", TEXT));
            case "callback" -> new Transform.Callback();
            default -> throw new JsonFault("/action", "must be one of append, prepend, replace, callback");
        };
    }
}
