package io.tapgateway.app.connect;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a file means that people write for their agents, with comments and trailing commas. Stateless. */
public final class WrittenJson {
    private WrittenJson() {}

    /**
     * The object that a text is; of two members of one name the last one counts, as for agents.
     *
     * @throws MalformedJson if it is none
     */
    public static JsonValue parse(String text) throws MalformedJson {
        try {
            return value(text, TolerantJson.read(text));
        } catch (Unreadable e) {
            // Who reads strictly says what is wrong as it is said elsewhere.
            return JsonValue.parse(text);
        }
    }

    private static JsonValue value(String text, ConfigNode node) throws MalformedJson {
        if (node.kind() == ConfigNode.OBJECT) {
            Map<String, JsonValue> members = new LinkedHashMap<>();
            for (ConfigNode.Member member : node.members()) {
                members.put(member.name(), value(text, member.value()));
            }
            return JsonValue.object(members);
        }
        if (node.kind() == ConfigNode.ARRAY) {
            List<JsonValue> elements = new ArrayList<>();
            for (ConfigNode.Member element : node.members()) {
                elements.add(value(text, element.value()));
            }
            return JsonValue.array(elements);
        }
        return JsonValue.parse(text.substring(node.start(), node.end()));
    }
}
