package io.tapgateway.zot;

import io.tapgateway.programs.Command;
import io.tapgateway.protocol.json.Characters;
import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.model.ProviderName;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An extension as the file {@code extension.json} in its directory describes it (Z-011, Z-012). Immutable.
 *
 * @param directory without links
 * @param name as its author has written it
 * @param provider what it is called in a session
 * @param line the program and its arguments; no shell reads them
 * @param enabled whether its user has left it switched on
 * @param version for people, as the two that follow; empty if nothing is said
 */
public record Manifest(
        Path directory,
        String name,
        ProviderName provider,
        List<String> line,
        boolean enabled,
        String version,
        String language,
        String description) {
    /** The file. */
    public static final String FILE = "extension.json";

    private static final String EXEC = "exec";
    private static final String ENABLED = "enabled";

    /** What an extension may consist of that has no program (Z-013). */
    private static final List<String> WITHOUT_PROGRAM = List.of("theme.json", "themes/theme.json", "skills");

    public Manifest {
        line = List.copyOf(line);
    }

    /**
     * Reads the manifest of a directory.
     *
     * @return empty if there is nothing to start: it has themes or skills only (Z-013)
     * @throws IOException if it cannot be used; the message is fit for people, and names the file and the member
     */
    public static Optional<Manifest> read(Path directory) throws IOException {
        Path file = directory.resolve(FILE);
        try {
            JsonObject in = JsonObject.of(JsonValue.parse(text(file)));
            String name = in.required("name", JsonReader.TEXT);
            Optional<String> exec = in.optional(EXEC, JsonReader.TEXT).filter(it -> !it.isBlank());
            if (name.isBlank()) {
                throw new JsonFault("/name", "must not be empty");
            }
            if (exec.isEmpty()) {
                if (WITHOUT_PROGRAM.stream().anyMatch(it -> Files.exists(directory.resolve(it)))) {
                    return Optional.empty();
                }
                throw new JsonFault("/" + EXEC, "must name the program");
            }
            Path real = directory.toRealPath();
            List<String> line = new ArrayList<>(List.of(program(real, exec.get())));
            line.addAll(in.list("args", JsonReader.TEXT));
            if (line.size() > ZotLimit.ARGUMENTS.most() + 1) {
                throw new JsonFault("/args", "has more than " + ZotLimit.ARGUMENTS.most() + " elements");
            }
            return Optional.of(new Manifest(
                    real,
                    name,
                    providerName(name),
                    line,
                    in.optional(ENABLED, JsonReader.FLAG).orElse(true),
                    shown(in, "version"),
                    shown(in, "language"),
                    shown(in, "description")));
        } catch (MalformedJson e) {
            throw new IOException(file + " is no JSON object: " + e.reason(), e);
        } catch (JsonFault e) {
            throw new IOException(file + ": " + e.pointer() + " " + e.reason(), e);
        }
    }

    /**
     * All that the manifest of a directory says, but whether it is switched on, as JSON (Z-025).
     *
     * @throws IOException if it cannot be read; the message is fit for people
     */
    public static String saying(Path directory) throws IOException {
        Path file = directory.resolve(FILE);
        try {
            Map<String, JsonValue> members = JsonValue.parse(text(file)).members();
            return JsonWriter.toText(out -> members.forEach((name, value) -> {
                if (!name.equals(ENABLED)) {
                    out.value(name, value);
                }
            }));
        } catch (MalformedJson e) {
            throw new IOException(file + " is no JSON object: " + e.reason(), e);
        }
    }

    /** What is run, in the directory of the extension (Z-016). */
    public Command command() {
        return new Command(line, directory, Map.of());
    }

    /** Whether both are the same extension, wherever they are (Z-005). */
    public boolean isNamedAs(Manifest other) {
        return provider.folded().equals(other.provider.folded());
    }

    private static String text(Path file) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(file + " is no regular file");
        }
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            bytes = in.readNBytes(ZotLimit.MANIFEST_BYTES.most() + 1);
        }
        if (bytes.length > ZotLimit.MANIFEST_BYTES.most()) {
            throw new IOException(file + " has more than " + ZotLimit.MANIFEST_BYTES.most() + " bytes");
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IOException(file + " is not UTF-8", e);
        }
    }

    /** As it stands, from the directory, or wherever the search path has it (Z-016). */
    private static String program(Path directory, String exec) {
        return exec.contains("/") ? directory.resolve(exec).normalize().toString() : exec;
    }

    private static String shown(JsonObject in, String member) {
        return Characters.beginning(in.optional(member, JsonReader.TEXT).orElse(""), ZotLimit.SHOWN_CHARACTERS.most());
    }

    /** The author's name for it, as far as a provider can be called so (Z-014). */
    public static ProviderName providerName(String name) {
        StringBuilder allowed = new StringBuilder(name.length());
        name.codePoints().forEach(c -> allowed.append(isAllowed(c) ? (char) c : '-'));
        String begun = allowed.toString().replaceFirst("^[-_]+", "");
        ProviderName own = new ProviderName(cut(begun.isEmpty() ? "ext-" : begun));
        return begun.isEmpty() || !own.isReserved() ? own : new ProviderName(cut("ext-" + begun));
    }

    private static String cut(String name) {
        return name.substring(0, Math.min(name.length(), ProviderName.MAX_LENGTH));
    }

    private static boolean isAllowed(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    }
}
