package io.tapgateway.runtime.core.call;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.core.kernel.DisplayText;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.state.InstanceList;
import io.tapgateway.runtime.core.state.Presence;
import io.tapgateway.runtime.core.state.ProvidedTool;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The gateway's own answer to an agent that asks which instances there are (D-131). Confined to the loop. */
final class InstanceReport {
    private final Kernel kernel;

    InstanceReport(Kernel kernel) {
        this.kernel = kernel;
    }

    ToolOutcome of(InstanceList list) {
        List<JsonValue> instances =
                list.byInstance().values().stream().map(this::instance).toList();
        return new ToolOutcome.Success(
                JsonValue.object(Map.of("instances", JsonValue.array(instances))),
                new ToolOutcome.Provenance(list.owner(), list.view().trust()));
    }

    private JsonValue instance(Presence presence) {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        JsonValue metadata = presence.registration().contribution().metadata().orElse(JsonValue.EMPTY_OBJECT);
        members.put("id", JsonValue.of(presence.instance()));
        members.put("metadata", clean(metadata));
        members.put("boundAt", time(presence.boundAt()));
        members.put("lastActive", time(presence.activity().at()));
        members.put(
                "tools",
                JsonValue.array(presence.tools().stream()
                        .map(ProvidedTool::name)
                        .map(name -> JsonValue.of(name.value()))
                        .toList()));
        return JsonValue.object(members);
    }

    /** The time of day at a moment of the core's own time. */
    private JsonValue time(long at) {
        Instant instant = kernel.wall().minusNanos(kernel.now() - at);
        return JsonValue.of(instant.truncatedTo(ChronoUnit.MILLIS).toString());
    }

    /** What providers say of themselves is for the agent to read (D-089). */
    private JsonValue clean(JsonValue value) {
        if (value.kind() == JsonKind.STRING) {
            return JsonValue.of(clean(value.asString()));
        } else if (value.kind() == JsonKind.ARRAY) {
            return JsonValue.array(value.elements().stream().map(this::clean).toList());
        } else if (value.kind() == JsonKind.OBJECT) {
            Map<String, JsonValue> members = new LinkedHashMap<>();
            value.members().forEach((name, member) -> members.put(clean(name), clean(member)));
            return JsonValue.object(members);
        }
        return value;
    }

    private String clean(String text) {
        return DisplayText.line(text, kernel.limit(Limit.METADATA));
    }
}
