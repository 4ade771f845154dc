package io.tapgateway.zot;

import io.tapgateway.protocol.json.Characters;
import io.tapgateway.protocol.json.Utf8Length;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.ToolDefinition;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.provider.Tool;
import io.tapgateway.provider.ToolFailure;
import io.tapgateway.user.command.CommandOffer;
import io.tapgateway.user.command.Commands;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What one program of an extension has registered and subscribed to; what it cannot have is a problem (Z-048 – Z-050,
 * Z-060, Z-078, Z-082). Confined to the program thread.
 */
final class Registrations {
    /** For whom later versions mean a tool; here it is an ordinary one (Z-116). */
    private static final Set<String> EXPOSURES = Set.of("direct", "codemode", "deferred", "model-only");

    private final Manifest manifest;
    private final ExtensionSettings settings;
    private final ExtensionHost host;
    private final Problems problems;
    private final ExtensionChannel channel;
    private final Map<String, Tool> tools = new LinkedHashMap<>();
    private final Map<String, ExtensionCommand> commands = new LinkedHashMap<>();
    private final Set<String> events = new TreeSet<>();
    private final Set<String> intercepts = new TreeSet<>();

    Registrations(
            Manifest manifest,
            ExtensionSettings settings,
            ExtensionHost host,
            Problems problems,
            ExtensionChannel channel) {
        this.manifest = manifest;
        this.settings = settings;
        this.host = host;
        this.problems = problems;
        this.channel = channel;
    }

    List<Tool> tools() {
        return List.copyOf(tools.values());
    }

    List<ExtensionCommand> commands() {
        return List.copyOf(commands.values());
    }

    /** Of what it is told. */
    List<String> events() {
        return List.copyOf(events);
    }

    /** About what it is asked. */
    List<String> intercepts() {
        return List.copyOf(intercepts);
    }

    /** The command of that name: in these letters, or else in others (Z-082). */
    Optional<ExtensionCommand> command(String name) {
        return Optional.ofNullable(commands.get(name))
                .or(() -> commands.values().stream()
                        .filter(it -> it.name().equalsIgnoreCase(name))
                        .findFirst());
    }

    /** It has a tool. */
    void add(ExtensionFrame.RegisterTool frame) {
        if (tools.size() >= ZotLimit.TOOLS.most() && !tools.containsKey(frame.name())) {
            problems.add("it has " + ZotLimit.TOOLS.most() + " tools already, so not '" + frame.name() + "'");
            return;
        }
        Optional<String> unknown = frame.exposure().filter(it -> !EXPOSURES.contains(it));
        if (unknown.isPresent()) {
            problems.add("its tool '" + frame.name() + "' is for '" + unknown.get() + "', whom nobody knows here");
            return;
        }
        try {
            tools.put(frame.name(), tool(frame));
        } catch (IllegalArgumentException fault) {
            problems.add("its tool '" + frame.name() + "' cannot be had: " + fault.getMessage());
        }
    }

    /** One that asks its user something may take as long as that takes, if there is one (Z-117). */
    private Tool tool(ExtensionFrame.RegisterTool frame) {
        return frame.interactive()
                ? new Tool(definition(frame), call -> {
                            if (!host.user().isPresent()) {
                                throw new ToolFailure(
                                        ToolErrorCode.INTERNAL, "The tool needs a person, and none is there.");
                            }
                            return channel.call(frame.name(), call);
                        })
                        .timeout(ExtensionSettings.LONGEST_TOOL_TIMEOUT)
                : new Tool(definition(frame), call -> channel.call(frame.name(), call)).timeout(settings.toolTimeout());
    }

    private ToolDefinition definition(ExtensionFrame.RegisterTool frame) {
        String said =
                frame.description().isBlank() ? "Tool of the extension " + manifest.name() + "." : frame.description();
        return ToolDefinition.of(
                new ToolName(frame.name()).value(),
                Utf8Length.beginning(said, (int) Limit.TOOL_DESCRIPTION.standard()),
                frame.schema());
    }

    /** It has a command. */
    void add(ExtensionFrame.RegisterCommand frame) {
        Optional<String> other =
                command(frame.name()).map(ExtensionCommand::name).filter(it -> !it.equals(frame.name()));
        if (!CommandOffer.isName(frame.name())) {
            problems.add("no command can be called '" + frame.name() + "'");
        } else if (other.isPresent()) {
            problems.add("its command '" + frame.name() + "' cannot be had: it has '" + other.get() + "' already");
        } else if (commands.size() >= Commands.MOST_PER_SOURCE && !commands.containsKey(frame.name())) {
            problems.add("it has " + Commands.MOST_PER_SOURCE + " commands already, so not '" + frame.name() + "'");
        } else {
            String description = Characters.beginning(frame.description(), ZotLimit.SHOWN_CHARACTERS.most());
            commands.put(frame.name(), new ExtensionCommand(frame.name(), description));
        }
    }

    /** It wants to be asked and told. */
    void add(ExtensionFrame.Subscribe wish) {
        wish.intercept().forEach(what -> subscribe(what, ExtensionGuard.INTERCEPTS, intercepts, "asked about"));
        wish.events().forEach(what -> subscribe(what, ExtensionGuard.EVENTS, events, "told of"));
    }

    private void subscribe(String what, Set<String> known, Set<String> all, String how) {
        if (known.contains(what)) {
            all.add(what);
        } else {
            problems.add("it wants to be " + how + " '" + what + "', which never happens");
        }
    }
}
