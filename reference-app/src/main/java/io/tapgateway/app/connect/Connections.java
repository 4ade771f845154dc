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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What was inserted into which file, kept in the home so that this alone is cut (G-041). Confined to one thread. */
public final class Connections {
    /** The file. */
    public static final String NAME = "connections.json";

    /** How large the file may be: an agent takes some kilobytes for each directory in which it is connected. */
    static final int MAX_BYTES = 2 << 20;

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
     * One text in one file, or a use of it. Immutable.
     *
     * @param text empty if it was there already, as what another agent was connected by: this one needs it as well
     * @param path as it was wanted; empty if the text is the whole file
     * @param file what a symbolic link leads to
     * @param created the file and directories that were made for it, or for others that are gone, the file first
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

        boolean isToml() {
            return file.toString().endsWith(".toml");
        }

        /** Whether the text is another one's. */
        boolean isBorrowed() {
            return text.isEmpty();
        }

        /** Whether both are the same entry of the same file. */
        boolean isSameEntry(Piece other) {
            return file.equals(other.file)
                    && path.equals(other.path)
                    && isElement == other.isElement
                    && value.equals(other.value);
        }

        /** Whether both are of one agent, and in files of the person, or of the team. */
        private boolean isOfSameConnection(Piece other) {
            return agent.equals(other.agent) && isShared == other.isShared;
        }

        /** The same text, of one who needs it as well. */
        Piece handedTo(Piece heir) {
            return new Piece(heir.agent, heir.isShared, file, offset, text, path, isElement, value, created);
        }

        private Piece borrowed() {
            return at(new Insertion(0, ""));
        }

        /** Whether it is a member or an element in JSON. */
        boolean isMember() {
            return !isWhole() && !isToml();
        }

        /** The same, inserted anew. */
        Piece at(Insertion place) {
            return new Piece(agent, isShared, file, place.offset(), place.text(), path, isElement, value, created);
        }

        /** The same, which answers for what was made for one that goes, as far as it lies there as well. */
        Piece inheriting(Piece leaving) {
            List<String> made = Stream.concat(
                            created.stream(), leaving.created().stream().filter(file::startsWith))
                    .distinct()
                    .sorted(Comparator.comparingInt(String::length).reversed())
                    .toList();
            return new Piece(agent, isShared, file, offset, text, path, isElement, value, made);
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
            JsonValue root = JsonValue.parse(SecretFile.read(file, MAX_BYTES).orElse("{\"inserted\":[]}"));
            return JsonObject.of(root).required("inserted", JsonReader.ANY).elements().stream()
                    .map(Piece::read)
                    .toList();
        } catch (MalformedJson | JsonFault | IllegalStateException e) {
            throw new Problem(file + " is damaged; take the server '" + AgentKind.SERVER
                    + "' out of the files of your agents by hand, and remove it.");
        }
    }

    /** Adds some. Where they do not fit, those are forgotten first whose file is gone: nothing can be cut there. */
    void add(List<Piece> more) throws Problem {
        List<Piece> known = read();
        String all = text(both(known, more));
        write(
                fits(all)
                        ? all
                        : text(both(
                                known.stream()
                                        .filter(it -> Files.exists(it.file()))
                                        .toList(),
                                more)));
    }

    /** What is inserted once more was taken out by somebody: whoever had inserted it before only needs it now. */
    private static List<Piece> both(List<Piece> known, List<Piece> more) {
        List<Piece> all = new ArrayList<>();
        List<Piece> added = new ArrayList<>(more);
        for (Piece old : known) {
            List<Piece> anew = more.stream()
                    .filter(it -> !it.isBorrowed() && it.isSameEntry(old))
                    .toList();
            if (anew.isEmpty()) {
                all.add(old);
                continue;
            }
            added.replaceAll(it -> it.isSameEntry(old) ? it.inheriting(old) : it);
            if (anew.stream().noneMatch(old::isOfSameConnection)) {
                all.add(old.borrowed());
            }
        }
        all.addAll(added);
        return all;
    }

    /**
     * What one needs that is there already: a use of it, if others have inserted it, and this one has no part in it.
     */
    static Optional<Piece> borrowed(List<Piece> known, Piece wanted) {
        List<Piece> same = known.stream().filter(wanted::isSameEntry).toList();
        return same.isEmpty() || same.stream().anyMatch(wanted::isOfSameConnection)
                ? Optional.empty()
                : Optional.of(wanted.borrowed());
    }

    private static boolean fits(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length <= MAX_BYTES;
    }

    private static String text(List<Piece> pieces) {
        return JsonWriter.toText(out -> out.objects("inserted", pieces, (it, piece) -> piece.write(it))) + "\n";
    }

    void write(List<Piece> pieces) throws Problem {
        write(text(pieces));
    }

    private void write(String text) throws Problem {
        if (!fits(text)) {
            throw new Problem("There are too many connections; remove some with 'tapgateway connect AGENT --remove'.");
        }
        var unused = SecretFile.write(ClaimedHome.prepare(home), NAME, text);
    }
}
