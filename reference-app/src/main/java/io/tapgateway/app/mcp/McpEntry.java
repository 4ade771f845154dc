package io.tapgateway.app.mcp;

import io.tapgateway.app.home.Problem;
import io.tapgateway.mcp.protocol.http.ServerAddress;
import io.tapgateway.mcp.provider.McpServerSpec;
import io.tapgateway.mcp.provider.ToolChoice;
import io.tapgateway.programs.Command;
import io.tapgateway.programs.CommandReader;
import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.Sha256;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * One server as its user wrote it, variables and all (M-060). Immutable.
 *
 * @param key the provider's name
 * @param written the members that were understood, for the file
 */
public record McpEntry(ProviderName key, JsonValue written) {
    private static final Set<String> OF_PROGRAM = Set.of(
            "type", "command", "args", "env", "cwd", "timeout", "prefix", "tools", "excludeTools", "pin", "enabled");
    private static final Set<String> OF_URL =
            Set.of("type", "url", "headers", "oauth", "timeout", "prefix", "tools", "excludeTools", "pin", "enabled");

    /** What an approval covers. */
    private static final Set<String> APPROVED =
            Set.of("type", "command", "args", "env", "cwd", "url", "headers", "oauth");

    private static final String URL = "url";
    private static final String SSE = "sse";
    private static final JsonReader<String> TYPE_OF_PROGRAM =
            JsonReader.TEXT.where("stdio"::equals, "must be \"stdio\" beside a command");
    private static final JsonReader<String> TYPE_OF_URL =
            JsonReader.TEXT.where(Set.of("http", SSE)::contains, "must be \"http\" or \"sse\" beside a url");

    /** What a header may be called. */
    private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}");

    /** Headers that are the protocol's, or the connection's. */
    private static final Set<String> OUR_HEADERS = Set.of(
            "accept",
            "connection",
            "content-length",
            "content-type",
            "expect",
            "host",
            "last-event-id",
            "mcp-protocol-version",
            "mcp-session-id",
            "transfer-encoding",
            "upgrade");

    private static final int MAX_HEADERS = 50;

    private static final JsonReader<Duration> TIMEOUT = value -> Duration.ofMillis(
            JsonReader.wholeNumber(Limit.MIN_TOOL_TIMEOUT.standard(), Limit.MAX_TOOL_TIMEOUT.standard())
                    .read(value));

    /**
     * Understands a server, or says what is wrong with it.
     *
     * @throws JsonFault if something is
     */
    public static McpEntry read(String name, JsonValue written) {
        JsonObject in = JsonObject.of(written);
        in.optional("timeout", TIMEOUT);
        in.optional("prefix", JsonReader.FLAG);
        in.optional("pin", JsonReader.FLAG);
        in.optional("enabled", JsonReader.FLAG);
        in.list("tools", JsonReader.TEXT);
        in.list("excludeTools", JsonReader.TEXT);
        McpEntry entry = new McpEntry(key(name), written);
        if (entry.isAtAddress()) {
            in.optional("type", TYPE_OF_URL);
            in.allowOnly(OF_URL);
            entry.headers();
            entry.oauth();
            entry.requireAddress(in.required(URL, CommandReader.TEXT));
        } else {
            in.optional("type", TYPE_OF_PROGRAM);
            in.allowOnly(OF_PROGRAM);
            entry.command(Path.of("/"));
        }
        return entry;
    }

    /**
     * Understands the servers of a section, in their order.
     *
     * @throws JsonFault if something is wrong with one of them; its pointer begins in the section
     */
    public static List<McpEntry> readAll(JsonValue section) {
        Map<String, McpEntry> entries = new LinkedHashMap<>();
        JsonReader.map(JsonReader.ANY).read(section).forEach((name, written) -> {
            String place = "/" + name.replace("~", "~0").replace("/", "~1");
            McpEntry entry;
            try {
                entry = read(name, written);
            } catch (JsonFault fault) {
                throw fault.under(place);
            }
            if (entries.putIfAbsent(entry.key().folded(), entry) != null) {
                throw new JsonFault(place, "is called '" + entry.key() + "' here, as another one");
            }
        });
        if (entries.size() > McpServersFile.MAX_SERVERS) {
            throw new JsonFault("", "has more than " + McpServersFile.MAX_SERVERS + " servers");
        }
        return List.copyOf(entries.values());
    }

    private void requireAddress(String url) {
        if (!url.contains("${")) {
            try {
                var unused = new ServerAddress(new URI(url));
            } catch (URISyntaxException | IllegalArgumentException e) {
                throw new JsonFault(
                        "/url", "must be an address with http:// or https://, without a user or a password");
            }
        }
    }

    /** What a provider of that server is called: as the server, as far as that can be a provider's name (M-062). */
    static ProviderName key(String name) {
        String allowed = name.replaceAll("[^A-Za-z0-9_-]", "_").replaceAll("^[_-]+", "");
        String end = "_" + Sha256.brief(name);
        if (allowed.isEmpty()) {
            return new ProviderName("server" + end);
        }
        int most = ProviderName.MAX_LENGTH - end.length();
        ProviderName key = new ProviderName(
                allowed.length() <= ProviderName.MAX_LENGTH ? allowed : allowed.substring(0, most) + end);
        return key.isReserved() ? new ProviderName(key + "_server") : key;
    }

    /** Whether it is at an address, and no program of ours. */
    public boolean isAtAddress() {
        return in().isSet(URL);
    }

    /** Whether it is spoken to as in 2024-11-05. */
    boolean isOfFirstRevision() {
        return in().optional("type", JsonReader.TEXT).filter(SSE::equals).isPresent();
    }

    /** Where it is, as it is written; empty for a program. */
    public String url() {
        return in().optional(URL, JsonReader.TEXT).orElse("");
    }

    /** What goes with each request, as it is written. */
    Map<String, String> headers() {
        Map<String, String> headers =
                in().optional("headers", JsonReader.map(CommandReader.TEXT)).orElse(Map.of());
        if (headers.size() > MAX_HEADERS) {
            throw new JsonFault("/headers", "has more than " + MAX_HEADERS + " members");
        }
        for (String name : headers.keySet()) {
            if (!HEADER.matcher(name).matches() || OUR_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
                throw new JsonFault("/headers", "has '" + name + "', which no configuration can set");
            }
        }
        return headers;
    }

    /** What is written of logging in there. */
    McpOauth oauth() {
        return in().optional("oauth", McpOauth.READER).orElse(McpOauth.NONE);
    }

    /** What is started or connected to, in a word, as it is written. */
    public String target() {
        return isAtAddress() ? url() : in().optional("command", JsonReader.TEXT).orElse("");
    }

    /** Whether its user wants it now. */
    public boolean isEnabled() {
        return in().optional("enabled", JsonReader.FLAG).orElse(true);
    }

    /** The server; what is said of its program or address is not part of it. */
    McpServerSpec spec() {
        JsonObject in = in();
        Set<String> tools = new HashSet<>(in.list("tools", JsonReader.TEXT));
        Set<String> without = new HashSet<>(in.list("excludeTools", JsonReader.TEXT));
        return new McpServerSpec(
                key,
                in.optional("timeout", TIMEOUT),
                in.optional("prefix", JsonReader.FLAG).orElse(true),
                new ToolChoice(in.isSet("tools") ? Optional.of(tools) : Optional.empty(), without),
                in.optional("pin", JsonReader.FLAG).orElse(true));
    }

    /**
     * Where its program begins in a session of that directory.
     *
     * @throws IOException if there is no such directory; the message is for people
     */
    Path directory(Path ofSession) throws IOException {
        String wanted = in().optional("cwd", CommandReader.TEXT).orElse("");
        try {
            Path directory = ofSession.resolve(wanted).toRealPath();
            if (Files.isDirectory(directory)) {
                return directory;
            }
        } catch (InvalidPathException | IOException e) {
            throw new IOException("there is no directory '" + wanted + "'", e);
        }
        throw new IOException("'" + wanted + "' is no directory");
    }

    /** Its program in that directory; variables are as they were written. */
    Command command(Path directory) {
        JsonObject in = in();
        List<JsonValue> line = new ArrayList<>(List.of(in.required("command", JsonReader.ANY)));
        line.addAll(in.list("args", JsonReader.ANY));
        return new CommandReader(directory)
                .read(JsonObject.of(JsonWriter.toValue(out ->
                        out.value("command", JsonValue.array(line)).value("env", in.optional("env", JsonReader.ANY)))));
    }

    /**
     * The same in the directory that it says itself, if it has a program.
     *
     * @param workspace the directory of the session
     * @throws Problem if there is no such directory
     */
    public Optional<Command> commandIn(Path workspace) throws Problem {
        try {
            return isAtAddress() ? Optional.empty() : Optional.of(command(directory(workspace)));
        } catch (IOException e) {
            throw new Problem(
                    "The MCP server '" + key + "' cannot be started in " + workspace + ": " + e.getMessage() + ".");
        }
    }

    /** What has to be approved, of which any change has to be approved again. */
    String fingerprint(Map<Path, String> files) {
        TreeMap<String, JsonValue> covered = new TreeMap<>(written.members());
        covered.keySet().retainAll(APPROVED);
        StringBuilder text = new StringBuilder(JsonValue.object(covered).json());
        files.forEach((path, hash) -> text.append('\0').append(hash).append(' ').append(path));
        return Sha256.hex(text.toString());
    }

    private JsonObject in() {
        return JsonObject.of(written);
    }
}
