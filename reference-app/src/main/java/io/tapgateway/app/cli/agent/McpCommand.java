package io.tapgateway.app.cli.agent;

import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.gateway.ListenOptions;
import io.tapgateway.app.detached.LastingGateway;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.home.Version;
import io.tapgateway.app.mcp.McpServersFile;
import io.tapgateway.app.mcp.McpVariables;
import io.tapgateway.app.mcp.SessionMcpServers;
import io.tapgateway.app.project.ProjectConfig;
import io.tapgateway.mcp.session.AgentPlace;
import io.tapgateway.mcp.session.FaceSettings;
import io.tapgateway.mcp.session.LazyTools;
import io.tapgateway.mcp.session.StdioFace;
import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.AgentWindow;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * What an agent starts to have the tools of a session: an MCP server on the standard streams (M-010). Confined to the
 * main thread; the agent has threads of its own.
 */
@Command(
        name = "mcp",
        description = {
            "Be an MCP server on standard input and output: an agent that has this in its configuration gets a session of"
                    + " its own, with the tools of all providers that join it.",
            "Joins the gateway that runs in this home, or starts one in the background. Ends with its input; a gateway that"
                    + " dies or is stopped takes nothing but the tools away until there is one again.",
            "In the configuration of most agents:",
            "  {\"mcpServers\": {\"tap\": {\"command\": \"/path/to/tapgateway\", \"args\": [\"mcp\"]}}}"
        },
        mixinStandardHelpOptions = true)
public final class McpCommand implements Callable<Integer> {
    /** Agents that start their servers elsewhere name the directory of their user in it. */
    private static final String PROJECT_VARIABLE = "CLAUDE_PROJECT_DIR";

    /** Claude Code says so which conversation is meant; its hooks know the same name. */
    private static final String CONVERSATION_VARIABLE = "CLAUDE_CODE_SESSION_ID";

    /** Options that say something to a guest. */
    private static final Set<String> OF_GUESTS =
            Set.of("--session", "--home", "--lazy-tools", "--pin-tool", "--without-handshake");

    @Mixin
    private HomeOption home = new HomeOption();

    @Mixin
    private ListenOptions listen = new ListenOptions();

    @Option(
            names = "--session",
            paramLabel = "ID",
            description =
                    "Take part in that session, whoever its agent is, instead of having one: its tools, their calls"
                            + " and its streams, and no prompts. Starts no gateway, and joins the session as soon as it is there.")
    private Optional<String> session = Optional.empty();

    @Option(
            names = "--lazy-tools",
            paramLabel = "N",
            description =
                    "Where providers have more than N tools, have the agent look for them by tap_find_tools instead of"
                            + " listing all of them.")
    private Optional<Integer> lazyTools = Optional.empty();

    @Option(
            names = "--pin-tool",
            paramLabel = "TOOL",
            description = "A tool that stays in the list all the same; may be given several times.")
    private List<String> pinned = new ArrayList<>();

    @Option(
            names = "--approve-in-agent",
            description = "Have tools approved in the agent as well, where it can show what would run to its user. An"
                    + " agent that answers in its user's place could say yes to itself.")
    private boolean approveInAgent;

    @Option(
            names = "--without-handshake",
            description = "Serve an agent without the handshake of older revisions even where it then misses something:"
                    + " Claude Code does not hear of tools that come and go.")
    private boolean withoutHandshake;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws Exception {
        refuseToServe(System.getenv());
        Optional<SessionId> guestOf = guestOf();
        FileOutputStream agent = new FileOutputStream(FileDescriptor.out);
        // Whatever else is printed in this process goes where people read, and not into the protocol.
        System.setOut(System.err);
        LastingGateway gateway = new LastingGateway(home.directory(), listen.arguments());
        StdioFace face = new StdioFace(new FileInputStream(FileDescriptor.in), agent, place(guestOf), gateway);
        Runtime.getRuntime().addShutdownHook(new Thread(gateway::close, "leave"));
        face.start().awaitEnd();
        // Ending the process leaves the gateway.
        return 0;
    }

    /** Each session of a gateway that had itself among its MCP servers would open another one. */
    static void refuseToServe(Map<String, String> environment) throws Problem {
        String key = environment.get(SessionMcpServers.MARK);
        if (key != null) {
            throw new Problem("This gateway is started by a gateway, as the MCP server '" + key
                    + "', and would start itself without end; remove it: tapgateway mcp-server remove " + key);
        }
    }

    /** A guest finds a gateway and a person as they are. */
    private Optional<SessionId> guestOf() throws Problem {
        Set<String> others = spec.commandLine().getParseResult().matchedOptions().stream()
                .map(OptionSpec::longestName)
                .filter(it -> !OF_GUESTS.contains(it))
                .collect(Collectors.toCollection(TreeSet::new));
        if (session.isPresent() && !others.isEmpty()) {
            throw new Problem("--session takes part in a session as it is, and does not go with "
                    + String.join(", ", others) + ".");
        }
        try {
            return session.map(SessionId::new).map(SessionId::requireOpenable);
        } catch (InvalidMessage e) {
            throw new Problem("--session: The id '" + session.orElse("") + "' is not allowed: " + e.reason() + ".");
        }
    }

    /** With what the configurations mention that the gateway reads for this session (M-061). */
    private AgentWindow window(Path directory) throws Problem {
        Set<String> conversations = Stream.ofNullable(System.getenv(CONVERSATION_VARIABLE))
                .filter(it -> !it.isBlank() && it.length() <= AgentWindow.MAX_CONVERSATION_CHARACTERS)
                .collect(Collectors.toSet());
        List<Path> configurations =
                List.of(home.directory().path().resolve(McpServersFile.NAME), directory.resolve(ProjectConfig.NAME));
        return new AgentWindow(
                ProcessHandle.current().pid(), conversations, McpVariables.mentioned(configurations, System.getenv()));
    }

    private LazyTools lazy() throws Problem {
        if (lazyTools.isEmpty()) {
            if (!pinned.isEmpty()) {
                throw new Problem("--pin-tool needs a --lazy-tools: otherwise all tools are in the list.");
            }
            return LazyTools.NEVER;
        }
        if (lazyTools.get() < 0) {
            throw new Problem("--lazy-tools takes 0 or more.");
        }
        return new LazyTools(lazyTools.get(), Set.copyOf(pinned));
    }

    private AgentPlace place(Optional<SessionId> guestOf) throws Problem {
        Optional<Path> project = Optional.ofNullable(System.getenv(PROJECT_VARIABLE))
                .filter(it -> !it.isBlank())
                .map(Path::of);
        Path directory = project.orElseGet(() -> Path.of("")).toAbsolutePath().normalize();
        return new AgentPlace(
                new FaceSettings(Version.current(), lazy(), approveInAgent, !withoutHandshake),
                Optional.of(directory),
                guestOf.isEmpty() && project.isEmpty() && isVague(directory),
                guestOf.isPresent() ? Optional.empty() : Optional.of(window(directory)),
                guestOf);
    }

    /** Agents without a window of a project start their servers there. */
    private static boolean isVague(Path directory) {
        return directory.getNameCount() == 0
                || directory.equals(Path.of(System.getProperty("user.home")).normalize());
    }
}
