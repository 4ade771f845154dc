package io.tapgateway.app.connect;

import io.tapgateway.app.home.ClaimedHome;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.home.SecretFile;
import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.json.MalformedJson;
import java.nio.file.Path;
import java.util.List;

/** What was inserted into which file, kept in the home so that this alone is cut (G-041). Confined to one thread. */
public final class Connections {
    /** The file. */
    public static final String NAME = "connections.json";

    private static final int MAX_CHARACTERS = 60_000;

    private final HomeDirectory home;

    private Connections(HomeDirectory home) {
        this.home = home;
    }

    /** Whose home they are kept in. */
    HomeDirectory home() {
        return home;
    }

    /** Those of a home. */
    public static Connections in(HomeDirectory home) {
        return new Connections(home);
    }

    /**
     * One text in one file. Immutable.
     *
     * @param path as it was wanted; empty if the text is the whole file
     * @param file what a symbolic link leads to
     * @param created the file and directories that were made for it, the file first
     */
    record Piece(
            String agent,
            boolean isShared,
            Path file,
            int offset,
            String text,
            List<String> path,
            boolean isElement,
            String value,
            List<String> created) {
        Piece {
            path = List.copyOf(path);
            created = List.copyOf(created);
        }

        boolean isWhole() {
            return path.isEmpty();
        }

        private static Piece read(JsonValue value) {
            JsonObject in = JsonObject.of(value);
            return new Piece(
                    in.required("agent", JsonReader.TEXT),
                    in.required("shared", JsonReader.ANY).asBoolean(),
                    Path.of(in.required("file", JsonReader.TEXT)),
                    in.required("offset", JsonReader.ANY)
                            .asWholeNumber()
                            .orElse(0L)
                            .intValue(),
                    in.required("text", JsonReader.ANY).asString(),
                    texts(in.required("path", JsonReader.ANY)),
                    in.required("element", JsonReader.ANY).asBoolean(),
                    in.required("value", JsonReader.ANY).asString(),
                    texts(in.required("created", JsonReader.ANY)));
        }

        private static List<String> texts(JsonValue value) {
            return value.elements().stream().map(JsonValue::asString).toList();
        }

        private void write(JsonWriter out) {
            out.text("agent", agent)
                    .flag("shared", isShared)
                    .text("file", file)
                    .number("offset", offset)
                    .text("text", text)
                    .texts("path", path)
                    .flag("element", isElement)
                    .text("value", value)
                    .texts("created", created);
        }
    }

    /** In the order in which they were inserted. */
    List<Piece> read() throws Problem {
        Path file = home.path().resolve(NAME);
        try {
            JsonValue root = JsonValue.parse(SecretFile.read(file).orElse("{\"inserted\":[]}"));
            return JsonObject.of(root).required("inserted", JsonReader.ANY).elements().stream()
                    .map(Piece::read)
                    .toList();
        } catch (MalformedJson | JsonFault | IllegalStateException e) {
            throw new Problem(file + " is damaged; take the server '" + AgentKind.SERVER
                    + "' out of the files of your agents by hand, and remove it.");
        }
    }

    void write(List<Piece> pieces) throws Problem {
        String text = JsonWriter.toText(out -> out.objects("inserted", pieces, (it, piece) -> piece.write(it))) + "\n";
        if (text.length() > MAX_CHARACTERS) {
            throw new Problem("There are too many connections; remove some with 'tapgateway connect AGENT --remove'.");
        }
        var unused = SecretFile.write(ClaimedHome.prepare(home), NAME, text);
    }
}
