package io.tapgateway.runtime.core.provider;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.ToolChange;
import io.tapgateway.runtime.core.identity.Digests;
import io.tapgateway.runtime.core.session.HostFeed;
import io.tapgateway.runtime.core.state.Session;
import java.util.Optional;
import java.util.TreeMap;

/** Tells the host of a tool that is no longer what it was, however long it was away meanwhile (D-134, T-17). Confined to the loop. */
final class DefinitionWatch {
    private final HostFeed feed;

    DefinitionWatch(HostFeed feed) {
        this.feed = feed;
    }

    /** A session has a tool now that is defined like this. */
    void see(Session session, RegisteredTool tool) {
        if (session.isEnding()) {
            return;
        }
        String now = fingerprint(tool);
        Optional<String> before =
                session.definitions().remember(tool.name().folded(), now, session.toolsByFoldedName()::containsKey);
        before.filter(it -> !it.equals(now)).ifPresent(it -> feed.toolChanged(session, new ToolChange(tool, it, now)));
    }

    private static String fingerprint(RegisteredTool tool) {
        StringBuilder text = new StringBuilder(tool.name().value()).append('\n');
        text.append(JsonValue.of(tool.description()).json()).append('\n');
        write(tool.parameters(), text);
        return Digests.of(text.toString());
    }

    /** One text for equal values: the order of members says nothing. */
    private static void write(JsonValue value, StringBuilder text) {
        if (value.kind() == JsonKind.OBJECT) {
            text.append('{');
            new TreeMap<>(value.members()).forEach((name, member) -> {
                text.append(JsonValue.of(name).json()).append(':');
                write(member, text);
                text.append(',');
            });
            text.append('}');
        } else if (value.kind() == JsonKind.ARRAY) {
            text.append('[');
            value.elements().forEach(element -> {
                write(element, text);
                text.append(',');
            });
            text.append(']');
        } else if (value.kind() == JsonKind.STRING) {
            text.append(JsonValue.of(value.asString()).json());
        } else {
            text.append(value.json());
        }
    }
}
