package io.tapgateway.app.mcp;

import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A server in the words of an agent, put into those of here, as far as they mean the same (M-060). Immutable.
 *
 * @param written the server as it would be configured here
 * @param remarks what is different, in sentences; their subject is the server's name
 */
record ServerOfAgent(JsonValue written, List<String> remarks) {
    /** Members that mean the same here. */
    private static final Set<String> TAKEN =
            Set.of("command", "args", "env", "cwd", "timeout", "url", "headers", "enabled", "excludeTools");

    /** What Streamable HTTP is called besides {@code http}. */
    private static final Set<String> STREAMABLE =
            Set.of("http", "streamable-http", "streamableHttp", "streamable_http");

    /** What a program is called besides {@code stdio}. */
    private static final Set<String> PROGRAM = Set.of("stdio", "local");

    /** In Gemini's words a {@code url} is one of the first transport, and this one of Streamable HTTP. */
    private static final String OTHER_URL = "httpUrl";

    /** What agents call what is written of logging in there, and what it is called here. */
    private static final Map<String, String> OAUTH = Map.of(
            "clientId", "clientId",
            "CLIENT_ID", "clientId",
            "clientSecret", "clientSecret",
            "CLIENT_SECRET", "clientSecret",
            "callbackPort", "callbackPort",
            "scopes", "scopes",
            "scope", "scopes");

    private static final String EVERY_TOOL = "*";
    private static final String ENV_FILE = "envFile";

    /** What starts this program, by whatever name it is packed under. */
    private static final Pattern GATEWAY =
            Pattern.compile("(.*[/\\\\])?tapgateway(@\\S*|\\.(bat|cmd|exe|jar))?|io\\.tapgateway\\.app\\.Main");

    private static final Pattern BETWEEN_WORDS = Pattern.compile("[\\s\"';&|()]+");

    /** What a token of an agent begins with. */
    private static final String AGENT_TOKEN = "Bearer agent-";

    ServerOfAgent {
        remarks = List.copyOf(remarks);
    }

    /**
     * Understands a server.
     *
     * @param name what it is called there
     * @param isGemini whether it stands in a file of Gemini
     * @throws JsonFault if it cannot be what it is there
     */
    static ServerOfAgent of(String name, JsonValue written, boolean isGemini) {
        Map<String, JsonValue> all = JsonReader.OBJECT.read(written).members();
        Map<String, JsonValue> members = new LinkedHashMap<>();
        Set<String> leftOut = new TreeSet<>();
        all.forEach((member, value) -> {
            switch (member) {
                case "type" -> members.put(member, type(value));
                case "tools", "includeTools" -> {
                    if (!isEvery(value)) {
                        members.put("tools", value);
                    }
                }
                case OTHER_URL -> members.put("url", value);
                case "disabled" -> {
                    if (value.kind() == JsonKind.BOOLEAN) {
                        members.put("enabled", JsonValue.of(!value.asBoolean()));
                    }
                }
                case "oauth", "auth" -> oauth(member, value, leftOut).ifPresent(it -> members.put("oauth", it));
                default -> {
                    if (TAKEN.contains(member)) {
                        members.put(member, value);
                    } else {
                        leftOut.add(member);
                    }
                }
            }
        });
        if (isGemini && all.containsKey("url") && !all.containsKey(OTHER_URL)) {
            members.put("type", JsonValue.of("sse"));
        }
        AgentVariables variables = new AgentVariables(isGemini);
        JsonValue translated = variables.in(JsonValue.object(members));
        if (variables.isOfWorkspace() && !beginsInWorkspace(translated)) {
            throw new JsonFault("/cwd", "is another directory than ${workspaceFolder}, which it names");
        }
        List<String> remarks = remarks(leftOut, variables.inputs());
        return new ServerOfAgent(withoutSecret(name, translated, remarks), remarks);
    }

    private static Optional<JsonValue> oauth(String member, JsonValue written, Set<String> leftOut) {
        Map<String, JsonValue> taken = new LinkedHashMap<>();
        if (written.kind() != JsonKind.OBJECT) {
            leftOut.add(member);
            return Optional.empty();
        }
        written.members().forEach((name, value) -> {
            if (OAUTH.containsKey(name)) {
                taken.put(OAUTH.get(name), value);
            } else if (!value.equals(JsonValue.TRUE)) {
                leftOut.add(member + "." + name);
            }
        });
        return Optional.of(taken).filter(it -> !it.isEmpty()).map(JsonValue::object);
    }

    /** A secret of a login stands in a file of its own here. */
    private static JsonValue withoutSecret(String name, JsonValue server, List<String> remarks) {
        JsonValue oauth = server.get("oauth").orElse(JsonValue.EMPTY_OBJECT);
        boolean isWritten = oauth.get("clientSecret")
                .flatMap(JsonReader.TEXT::tryRead)
                .filter(it -> !McpOauth.SECRET.matcher(it).matches())
                .isPresent();
        if (!isWritten) {
            return server;
        }
        String variable = McpEntry.key(name).value().toUpperCase(Locale.ROOT).replace('-', '_') + "_CLIENT_SECRET";
        remarks.add("has the secret of its client written out, which is not taken over: write " + variable
                + "=… into mcp.env of the home.");
        Map<String, JsonValue> hidden = new LinkedHashMap<>(oauth.members());
        hidden.put("clientSecret", JsonValue.of("${" + variable + "}"));
        Map<String, JsonValue> members = new LinkedHashMap<>(server.members());
        members.put("oauth", JsonValue.object(hidden));
        return JsonValue.object(members);
    }

    private static List<String> remarks(Set<String> leftOut, Set<String> inputs) {
        List<String> remarks = new ArrayList<>();
        inputs.forEach(it -> remarks.add("wants a value of yours: write " + it + "=… into mcp.env of the home."));
        if (leftOut.remove(ENV_FILE)) {
            remarks.add(
                    "has its variables in a file, which is not read here: name them in 'env', as \"${NAME}\", and write"
                            + " NAME=… into mcp.env of the home.");
        }
        if (!leftOut.isEmpty()) {
            remarks.add("is taken over without what only its agent knows: " + String.join(", ", leftOut) + ".");
        }
        return remarks;
    }

    private static JsonValue type(JsonValue value) {
        String type = JsonReader.TEXT.tryRead(value).orElse("");
        return STREAMABLE.contains(type)
                ? JsonValue.of("http")
                : PROGRAM.contains(type) ? JsonValue.of("stdio") : value;
    }

    /** How Copilot says that no tool is kept out. */
    private static boolean isEvery(JsonValue tools) {
        return tools.kind() == JsonKind.ARRAY && tools.elements().contains(JsonValue.of(EVERY_TOOL));
    }

    private static boolean beginsInWorkspace(JsonValue server) {
        return text(server, "cwd").map(Set.of("", ".", "./")::contains).orElse(true);
    }

    /**
     * Whether a server is this gateway itself, however it is started or reached: one that starts itself for each of its
     * sessions would never end.
     */
    static boolean isGateway(JsonValue written) {
        if (written.kind() != JsonKind.OBJECT) {
            return false;
        }
        String command = text(written, "command").orElse("");
        return GATEWAY.matcher(command).matches() || startsGateway(command, written) || isFace(written);
    }

    /** Whether a command has somebody else start it, as {@code npx tapgateway mcp} does. */
    private static boolean startsGateway(String command, JsonValue written) {
        List<String> words = Stream.concat(Stream.of(command), texts(written, "args"))
                .flatMap(it -> Arrays.stream(BETWEEN_WORDS.split(it)))
                .toList();
        int gateway = 0;
        while (gateway < words.size() && !GATEWAY.matcher(words.get(gateway)).matches()) {
            gateway++;
        }
        return words.subList(gateway, words.size()).contains("mcp");
    }

    private static boolean isFace(JsonValue written) {
        boolean hasToken = written.get("headers")
                .flatMap(JsonReader.OBJECT::tryRead)
                .map(it -> it.members().values().stream()
                        .anyMatch(value -> JsonReader.TEXT
                                .tryRead(value)
                                .filter(text -> text.startsWith(AGENT_TOKEN))
                                .isPresent()))
                .orElse(false);
        return hasToken
                && Stream.of("url", OTHER_URL)
                        .flatMap(it -> text(written, it).stream())
                        .anyMatch(ServerOfAgent::isOfThisMachine);
    }

    private static boolean isOfThisMachine(String url) {
        try {
            URI uri = URI.create(url);
            return Set.of("127.0.0.1", "localhost", "[::1]").contains(String.valueOf(uri.getHost()))
                    && String.valueOf(uri.getPath()).matches("/mcp(/.*)?");
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static Optional<String> text(JsonValue server, String member) {
        return server.get(member).flatMap(JsonReader.TEXT::tryRead);
    }

    private static Stream<String> texts(JsonValue server, String member) {
        return server.get(member).filter(it -> it.kind() == JsonKind.ARRAY).stream()
                .flatMap(it -> it.elements().stream())
                .flatMap(it -> JsonReader.TEXT.tryRead(it).stream());
    }
}
