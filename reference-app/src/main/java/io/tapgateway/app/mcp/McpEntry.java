package io.tapgateway.app.mcp;

import io.tapgateway.mcp.protocol.Fingerprint;
import io.tapgateway.mcp.provider.McpServerSpec;
import io.tapgateway.programs.Command;
import io.tapgateway.programs.CommandReader;
import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.ProviderName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * One server as its user wrote it, variables and all (M-060). Immutable.
 *
 * @param key the provider's name
 * @param written the members that were understood, for the file
 */
public record McpEntry(ProviderName key, JsonValue written) {
    private static final Set<String> MEMBERS = Set.of(
            "type", "command", "args", "env", "cwd", "url", "headers", "timeout", "prefix", "tools", "pin", "enabled");

    /** What an approval covers. */
    private static final Set<String> APPROVED = Set.of("type", "command", "args", "env", "cwd", "url", "headers");

    private static final JsonReader<String> STDIO =
            JsonReader.TEXT.where("stdio"::equals, "must be \"stdio\": servers at a url are not served yet");

    private static final JsonReader<Duration> TIMEOUT = value -> Duration.ofMillis(
            JsonReader.wholeNumber(Limit.MIN_TOOL_TIMEOUT.standard(), Limit.MAX_TOOL_TIMEOUT.standard())
                    .read(value));

    /**
     * Understands a server, or says what is wrong with it.
     *
     * @throws JsonFault if something is
     */
    public static McpEntry read(String name, JsonValue written) {
        JsonObject in = JsonObject.of(written).allowOnly(MEMBERS);
        if (in.isSet("url")) {
            throw new JsonFault("/url", "cannot be used yet: servers at a url are not served");
        }
        in.optional("type", STDIO);
        in.optional("timeout", TIMEOUT);
        in.optional("prefix", JsonReader.FLAG);
        in.optional("pin", JsonReader.FLAG);
        in.optional("enabled", JsonReader.FLAG);
        in.list("tools", JsonReader.TEXT);
        McpEntry entry = new McpEntry(key(name), written);
        entry.command(Path.of("/"));
        return entry;
    }

    /** What a provider of that server is called: as the server, as far as that can be a provider's name (M-062). */
    static ProviderName key(String name) {
        String allowed = name.replaceAll("[^A-Za-z0-9_-]", "_").replaceAll("^[_-]+", "");
        String end = "_" + Fingerprint.brief(name);
        if (allowed.isEmpty()) {
            return new ProviderName("server" + end);
        }
        int most = ProviderName.MAX_LENGTH - end.length();
        ProviderName key = new ProviderName(
                allowed.length() <= ProviderName.MAX_LENGTH ? allowed : allowed.substring(0, most) + end);
        return key.isReserved() ? new ProviderName(key + "_server") : key;
    }

    /** Whether its user wants it now. */
    public boolean isEnabled() {
        return in().optional("enabled", JsonReader.FLAG).orElse(true);
    }

    /** The server with its program in that directory; variables are as they were written. */
    McpServerSpec spec(Path directory) {
        JsonObject in = in();
        Set<String> tools = new HashSet<>(in.list("tools", JsonReader.TEXT));
        return new McpServerSpec(
                key,
                command(directory),
                in.optional("timeout", TIMEOUT),
                in.optional("prefix", JsonReader.FLAG).orElse(true),
                in.isSet("tools") ? Optional.of(tools) : Optional.empty(),
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

    private Command command(Path directory) {
        JsonObject in = in();
        List<JsonValue> line = new ArrayList<>(List.of(in.required("command", JsonReader.ANY)));
        line.addAll(in.list("args", JsonReader.ANY));
        return new CommandReader(directory)
                .read(JsonObject.of(JsonWriter.toValue(out ->
                        out.value("command", JsonValue.array(line)).value("env", in.optional("env", JsonReader.ANY)))));
    }

    /** What has to be approved, of which any change has to be approved again. */
    String fingerprint(Map<Path, String> files) {
        TreeMap<String, JsonValue> covered = new TreeMap<>(written.members());
        covered.keySet().retainAll(APPROVED);
        StringBuilder text = new StringBuilder(JsonValue.object(covered).json());
        files.forEach((path, hash) -> text.append('\0').append(hash).append(' ').append(path));
        return Fingerprint.of(text.toString());
    }

    private JsonObject in() {
        return JsonObject.of(written);
    }
}
