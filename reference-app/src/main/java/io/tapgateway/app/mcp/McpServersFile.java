package io.tapgateway.app.mcp;

import io.tapgateway.app.home.ClaimedHome;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.home.SecretFile;
import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.model.ProviderName;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The servers of one person, in a file of the home that nobody else can read (M-060). Confined to one thread. */
public final class McpServersFile {
    /** The file. */
    public static final String NAME = "mcp-servers.json";

    /** How many there may be. */
    public static final int MAX_SERVERS = 50;

    private static final String SECTION = "mcpServers";

    /** Below what is read of a file. */
    private static final int MAX_CHARACTERS = 60_000;

    private final HomeDirectory home;

    private McpServersFile(HomeDirectory home) {
        this.home = home;
    }

    /** That of a home. */
    public static McpServersFile in(HomeDirectory home) {
        return new McpServersFile(home);
    }

    /** Where it is. */
    public Path path() {
        return home.path().resolve(NAME);
    }

    /**
     * All servers, in the order of the file.
     *
     * @throws Problem if the file cannot be read or is not understood completely
     */
    public List<McpEntry> read() throws Problem {
        return read(SecretFile.read(path()).orElse("{}"), path());
    }

    /**
     * The servers of a text, in their order.
     *
     * @param from where it comes from, for complaints
     */
    static List<McpEntry> read(String text, Path from) throws Problem {
        List<McpEntry> entries = new ArrayList<>();
        Set<String> keys = new HashSet<>();
        try {
            JsonObject in = JsonObject.of(JsonValue.parse(text));
            Map<String, JsonValue> all =
                    in.optional(SECTION, JsonReader.map(JsonReader.ANY)).orElse(Map.of());
            for (Map.Entry<String, JsonValue> each : all.entrySet()) {
                try {
                    McpEntry entry = McpEntry.read(each.getKey(), each.getValue());
                    if (!keys.add(entry.key().folded())) {
                        throw new JsonFault("", "is called '" + entry.key() + "' here, as another one");
                    }
                    entries.add(entry);
                } catch (JsonFault fault) {
                    throw new Problem(from + ": the server '" + each.getKey() + "' cannot be used: " + fault.pointer()
                            + " " + fault.reason() + ".");
                }
            }
        } catch (MalformedJson e) {
            throw new Problem(from + " cannot be read: " + e.reason() + ".");
        } catch (JsonFault fault) {
            throw new Problem(from + ": " + fault.pointer() + " " + fault.reason() + ".");
        }
        if (entries.size() > MAX_SERVERS) {
            throw new Problem(from + " has more than " + MAX_SERVERS + " servers; remove some.");
        }
        return entries;
    }

    /** The server of that name, whatever the case. */
    public Optional<McpEntry> find(String key) throws Problem {
        return read().stream()
                .filter(it -> it.key().value().equalsIgnoreCase(key))
                .findFirst();
    }

    /**
     * Adds servers, or replaces those of the same names.
     *
     * @throws Problem if there are too many then, or the file cannot be written
     */
    public void put(List<McpEntry> added) throws Problem {
        Map<String, McpEntry> all = new LinkedHashMap<>();
        read().forEach(it -> all.put(it.key().folded(), it));
        added.forEach(it -> all.put(it.key().folded(), it));
        write(List.copyOf(all.values()));
    }

    /** Removes a server; false if there is none of that name. */
    public boolean remove(ProviderName key) throws Problem {
        List<McpEntry> all = new ArrayList<>(read());
        boolean removed = all.removeIf(it -> it.key().folded().equals(key.folded()));
        if (removed) {
            write(all);
        }
        return removed;
    }

    private void write(List<McpEntry> entries) throws Problem {
        Map<String, JsonValue> all = new LinkedHashMap<>();
        entries.forEach(it -> all.put(it.key().value(), it.written()));
        String text = JsonValue.object(Map.of(SECTION, JsonValue.object(all))).json() + "\n";
        if (entries.size() > MAX_SERVERS || text.length() > MAX_CHARACTERS) {
            throw new Problem("These would be too many servers for " + path() + "; remove some.");
        }
        var unused = SecretFile.write(ClaimedHome.prepare(home), NAME, text);
    }
}
