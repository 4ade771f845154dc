package io.tapgateway.runtime.core.provider;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.Sha256;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.ToolChange;
import io.tapgateway.runtime.core.session.HostFeed;
import io.tapgateway.runtime.core.state.Session;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Tells the host when the definition of a tool differs from the last one that the session had under its name, however
 * long ago that was removed (D-134, T-17). Confined to the loop.
 */
final class DefinitionWatch {
    private final HostFeed feed;

    DefinitionWatch(HostFeed feed) {
        this.feed = feed;
    }

    /** A session has got this tool. */
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
        StringBuilder text = new StringBuilder();
        write(tool.name().value(), text);
        write(tool.description(), text);
        write(tool.parameters(), text);
        return Sha256.hex(text.toString());
    }

    /** Writes equal values as equal texts: members are sorted. */
    private static void write(JsonValue value, StringBuilder text) {
        switch (value.kind()) {
            case OBJECT -> {
                text.append('{');
                new TreeMap<>(value.members()).forEach((name, member) -> {
                    write(name, text);
                    write(member, text);
                });
                text.append('}');
            }
            case ARRAY -> {
                text.append('[');
                value.elements().forEach(element -> write(element, text));
                text.append(']');
            }
            case STRING -> write(value.asString(), text);
            case NUMBER, BOOLEAN, NULL -> text.append(value.json()).append(',');
        }
    }

    /** Writes a text with its length in front, so that different lists of texts are never written alike. */
    private static void write(String part, StringBuilder text) {
        text.append('"').append(part.length()).append(':').append(part);
    }
}
