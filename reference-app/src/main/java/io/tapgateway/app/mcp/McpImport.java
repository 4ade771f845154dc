package io.tapgateway.app.mcp;

import io.tapgateway.app.connect.WrittenJson;
import io.tapgateway.app.home.Problem;
import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The servers of an agent's configuration, as far as they can be taken over (M-060). Immutable.
 *
 * @param remarks what was not, and why
 */
public record McpImport(List<McpEntry> entries, List<String> remarks) {
    private static final int MAX_BYTES = 1 << 20;

    /** The section of Codex, whose file is TOML. */
    private static final String CODEX = "mcp_servers";

    /** What agents call the section. */
    private static final List<String> SECTIONS = List.of("mcpServers", "servers", CODEX);

    /** The directory of the agent that has words of its own. */
    private static final Path GEMINI = Path.of(".gemini");

    public McpImport {
        entries = List.copyOf(entries);
        remarks = List.copyOf(remarks);
    }

    /**
     * Reads a file.
     *
     * @throws Problem if it cannot be read, or has no such section
     */
    public static McpImport of(Path file) throws Problem {
        JsonValue root = file.toString().endsWith(".toml") ? ofCodex(text(file), file) : parsed(file);
        Optional<Map<String, JsonValue>> section = SECTIONS.stream()
                .flatMap(name -> JsonReader.OBJECT.tryRead(root).flatMap(it -> it.get(name)).stream())
                .flatMap(it -> JsonReader.OBJECT.tryRead(it).stream())
                .map(JsonValue::members)
                .findFirst();
        if (section.isEmpty()) {
            throw new Problem(file
                    + " has no section 'mcpServers', 'servers' or 'mcp_servers'; name the configuration of an agent.");
        }
        boolean isGemini = file.getParent() != null && file.getParent().endsWith(GEMINI);
        Map<String, McpEntry> entries = new LinkedHashMap<>();
        List<String> remarks = new ArrayList<>();
        section.get().forEach((name, written) -> {
            try {
                if (ServerOfAgent.isGateway(written)) {
                    remarks.add("'" + name + "' is this gateway itself, and left out.");
                } else {
                    ServerOfAgent server = ServerOfAgent.of(name, written, isGemini);
                    McpEntry entry = McpEntry.read(name, server.written());
                    if (entries.putIfAbsent(entry.key().folded(), entry) != null) {
                        throw new JsonFault("", "it would be called '" + entry.key() + "' here, as another one");
                    }
                    server.remarks().forEach(it -> remarks.add("'" + name + "' " + it));
                }
            } catch (JsonFault fault) {
                remarks.add("'" + name + "' is left out: " + fault.getMessage() + ".");
            }
        });
        return new McpImport(List.copyOf(entries.values()), remarks);
    }

    private static String text(Path file) throws Problem {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(MAX_BYTES), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new Problem(file + " cannot be read; name a file that exists.");
        }
    }

    private static JsonValue parsed(Path file) throws Problem {
        try {
            return WrittenJson.parse(text(file));
        } catch (MalformedJson e) {
            throw new Problem(file + " cannot be read: " + e.reason() + ".");
        }
    }

    /** The servers of Codex, as other agents would have them. */
    private static JsonValue ofCodex(String text, Path file) throws Problem {
        try {
            Map<String, JsonValue> servers = new LinkedHashMap<>();
            Optional<JsonValue> section = TomlReader.read(text).get(CODEX);
            section.flatMap(JsonReader.OBJECT::tryRead)
                    .map(JsonValue::members)
                    .ifPresent(all -> all.forEach((name, written) -> servers.put(name, CodexServer.asOthers(written))));
            return section.isEmpty()
                    ? JsonValue.EMPTY_OBJECT
                    : JsonValue.object(Map.of(CODEX, JsonValue.object(servers)));
        } catch (TomlReader.Unreadable e) {
            throw new Problem(file + " cannot be read, line " + e.line() + ": " + e.getMessage() + ".");
        }
    }

    /** Without servers of names that are taken already: what a person has made of those stays. */
    public McpImport besides(List<McpEntry> present) {
        List<McpEntry> left = new ArrayList<>();
        List<String> said = new ArrayList<>(remarks);
        for (McpEntry entry : entries) {
            Optional<McpEntry> same = present.stream()
                    .filter(it -> it.key().folded().equals(entry.key().folded()))
                    .findFirst();
            if (same.isEmpty()) {
                left.add(entry);
            } else if (same.get().written().equals(entry.written())) {
                said.add("'" + entry.key() + "' is there already.");
            } else {
                said.add("'" + entry.key()
                        + "' is left out: you have another one of that name; to have this one instead,"
                        + " first run: tapgateway mcp-server remove " + entry.key());
            }
        }
        return new McpImport(left, said);
    }
}
