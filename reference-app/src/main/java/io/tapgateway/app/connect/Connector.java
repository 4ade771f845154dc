package io.tapgateway.app.connect;

import io.tapgateway.app.connect.AgentKind.Wanted;
import io.tapgateway.app.connect.Connections.Piece;
import io.tapgateway.app.home.Problem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/** Connects an agent, and takes that back (G-040, G-041). Confined to one thread. */
public final class Connector {
    private final AgentKind agent;
    private final ConnectPlace place;
    private final Connections connections;
    private final HookDirectories directories;

    public Connector(AgentKind agent, ConnectPlace place, Connections connections) {
        this.agent = agent;
        this.place = place;
        this.connections = connections;
        this.directories = HookDirectories.in(connections.home());
    }

    /**
     * What becomes of one file. Immutable.
     *
     * @param before nothing if there is none
     * @param after empty if there is nothing in it any more
     */
    public record Change(Path file, Optional<String> before, String after) {}

    /** What was done or would be done. Immutable. */
    public record Outcome(List<Change> changes, List<String> remarks) {
        public Outcome {
            changes = List.copyOf(changes);
            remarks = List.copyOf(remarks);
        }
    }

    /**
     * Inserts what is missing.
     *
     * @param isRehearsal whether nothing is to be written
     * @throws Problem if a file is not understood; nothing was written then
     */
    public Outcome connect(boolean allowTools, boolean isRehearsal) throws Problem {
        Map<Path, String> texts = new LinkedHashMap<>();
        Map<Path, Optional<String>> before = new LinkedHashMap<>();
        List<Piece> known = connections.read();
        List<Piece> pieces = new ArrayList<>();
        List<String> remarks = new ArrayList<>();
        for (Wanted wanted : agent.wanted(place, allowTools)) {
            Path file = ConfigFile.followed(wanted.file());
            if (!file.equals(wanted.file().toAbsolutePath().normalize())) {
                remarks.add(wanted.file() + " is a link to " + file + ", which is the file that is meant.");
            }
            if (!texts.containsKey(file)) {
                Optional<String> content = ConfigFile.read(file);
                before.put(file, content);
                texts.put(file, content.orElse(wanted.nothing()));
            }
            List<String> created = ConfigFile.missing(file);
            try {
                String text = texts.get(file);
                List<Insertion> all = insertions(text, wanted);
                if (all.isEmpty()) {
                    remarks.add(alreadyThere(file, text, wanted));
                    Connections.borrowed(known, piece(file, wanted, List.of())).ifPresent(pieces::add);
                }
                for (Insertion each : all) {
                    text = each.into(text);
                    pieces.add(piece(file, wanted, created).at(each));
                }
                texts.put(file, text);
            } catch (Unreadable e) {
                throw unreadable(file, e);
            }
        }
        List<Change> changes = changes(before, texts);
        if (!isRehearsal && !pieces.isEmpty()) {
            // First, so that what was written can be found if this ends in between.
            connections.add(pieces);
            for (Change each : changes) {
                ConfigFile.write(each.file(), each.after(), place.isShared());
            }
        }
        if (!isRehearsal && hasDirectories() && directories.add(agent.label(), place.workspace())) {
            remarks.add("Its hooks act in " + place.workspace()
                    + " now, and in no other directory but those in which it" + " was connected.");
        }
        return new Outcome(changes, remarks);
    }

    /** What is wanted, not yet at its place. */
    private Piece piece(Path file, Wanted wanted, List<String> created) {
        return new Piece(
                agent.label(),
                place.isShared(),
                file,
                0,
                "",
                wanted.path(),
                wanted.isElement(),
                wanted.value(),
                created);
    }

    /** Whether one file of hooks serves several directories, so that there is a list of them. */
    private boolean hasDirectories() {
        return !place.isShared() && agent.hasHooksEverywhere();
    }

    /**
     * Cuts what was inserted; where the agent is connected in other directories as well, its hooks stop acting here.
     *
     * @param isRehearsal whether nothing is to be written
     */
    public Outcome remove(boolean isRehearsal) throws Problem {
        if (hasDirectories()) {
            List<Path> others = directories.of(agent.label()).stream()
                    .filter(it -> !it.equals(place.workspace()))
                    .toList();
            if (!isRehearsal) {
                directories.remove(agent.label(), place.workspace());
            }
            if (!others.isEmpty()) {
                return new Outcome(
                        List.of(),
                        List.of("Its files stay as they are, because it is connected in " + others
                                + " as well; its hooks do not act here any more."));
            }
        }
        return cut(handedOver(connections.read()), isRehearsal);
    }

    /** An entry that another agent needs as well becomes that one's, and stays. */
    private List<Piece> handedOver(List<Piece> known) throws Problem {
        Set<Piece> ours = ours(known);
        List<Piece> all = new ArrayList<>(known);
        for (Piece piece : ours) {
            if (!piece.isBorrowed()) {
                known.stream()
                        .filter(it -> it.isBorrowed() && it.isSameEntry(piece) && !ours.contains(it))
                        .findFirst()
                        .ifPresent(heir -> {
                            all.set(all.indexOf(piece), piece.handedTo(heir));
                            all.remove(heir);
                        });
            }
        }
        return all;
    }

    /** What somebody has edited since it was written, as sentences. */
    public List<String> edited() throws Problem {
        return cut(connections.read(), true).remarks();
    }

    private Outcome cut(List<Piece> pieces, boolean isRehearsal) throws Problem {
        Map<Path, List<Piece>> known = new LinkedHashMap<>();
        for (Piece piece : pieces) {
            known.computeIfAbsent(piece.file(), it -> new ArrayList<>()).add(piece);
        }
        Set<Piece> ours = ours(pieces);
        List<Piece> staying = new ArrayList<>();
        Map<Path, String> texts = new LinkedHashMap<>();
        Map<Path, Optional<String>> before = new LinkedHashMap<>();
        List<String> remarks = new ArrayList<>();
        for (Map.Entry<Path, List<Piece>> each : known.entrySet()) {
            Path file = each.getKey();
            List<Piece> leaving =
                    each.getValue().stream().filter(ours::contains).toList();
            List<Piece> others =
                    each.getValue().stream().filter(it -> !ours.contains(it)).toList();
            Optional<String> content = leaving.isEmpty() ? Optional.empty() : ConfigFile.read(file);
            if (content.isPresent()) {
                before.put(file, content);
                Optional<InsertedPieces> exact =
                        new InsertedPieces(content.get(), each.getValue()).without(Set.copyOf(leaving));
                others = exact.map(InsertedPieces::pieces).orElse(others);
                texts.put(file, exact.isPresent() ? exact.get().text() : searched(content.get(), leaving, remarks));
            }
            staying.addAll(others);
        }
        List<Change> changes = changes(before, texts);
        if (!isRehearsal) {
            for (Change each : changes) {
                ConfigFile.write(each.file(), each.after(), place.isShared());
            }
            for (Piece piece : ours) {
                String left = texts.getOrDefault(piece.file(), "").strip();
                if (left.isEmpty() || left.equals("{}")) {
                    ConfigFile.remove(piece.created());
                }
            }
            if (!connections.read().equals(staying)) {
                for (Piece piece : ours) {
                    staying.replaceAll(it -> it.inheriting(piece));
                }
                connections.write(staying);
            }
        }
        return new Outcome(changes, remarks);
    }

    /** Which files of this agent hold something of ours. */
    public List<Path> files() throws Problem {
        return ours(connections.read()).stream().map(Piece::file).distinct().toList();
    }

    /** Those of this agent here; a directory below may have files of a team as well. */
    private Set<Piece> ours(List<Piece> known) throws Problem {
        Set<Path> ofTeam = new HashSet<>();
        if (place.isShared()) {
            for (Wanted each : agent.wanted(place, false)) {
                ofTeam.add(ConfigFile.followed(each.file()));
            }
        }
        return known.stream()
                .filter(it -> it.agent().equals(agent.label()) && it.isShared() == place.isShared())
                .filter(it -> place.isShared() ? ofTeam.contains(it.file()) : isOwn(it))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Claude alone has files of a person's for one repository. */
    private boolean isOwn(Piece piece) {
        return agent != AgentKind.CLAUDE
                || place.isOfRepository(piece.file())
                || piece.path().contains(place.repository().toString());
    }

    private static List<Change> changes(Map<Path, Optional<String>> before, Map<Path, String> after) {
        List<Change> changes = new ArrayList<>();
        after.forEach((file, text) -> {
            Optional<String> was = before.getOrDefault(file, Optional.empty());
            if (!was.equals(Optional.of(text))) {
                changes.add(new Change(file, was, text));
            }
        });
        return changes;
    }

    private static List<Insertion> insertions(String text, Wanted wanted) throws Unreadable {
        if (wanted.isWhole()) {
            return text.isEmpty() ? List.of(new Insertion(0, wanted.value())) : List.of();
        }
        if (!wanted.isToml()) {
            return TolerantJson.insertion(text, wanted.path(), wanted.isElement(), wanted.value()).stream()
                    .toList();
        }
        TomlOutline outline = TomlOutline.read(text);
        if (outline.has(String.join(".", wanted.path()))) {
            return List.of();
        }
        Optional<Insertion> feature = outline.key("features", "mcp_tool_list_changed", "true");
        String next = feature.map(it -> it.into(text)).orElse(text);
        List<Insertion> all = new ArrayList<>(feature.stream().toList());
        all.add(TomlOutline.read(next)
                .table(String.join(".", wanted.path()), wanted.value().lines().toList()));
        return all;
    }

    private static String alreadyThere(Path file, String text, Wanted wanted) throws Unreadable {
        if (wanted.isWhole()) {
            return file
                    + (text.equals(wanted.value())
                            ? " is there already, and was left as it is."
                            : " is another one, and was left as it is; rename or remove it, and connect again.");
        }
        String what = file + " has '" + String.join(".", wanted.path()) + "' already";
        boolean isSame = wanted.isElement()
                || wanted.isToml()
                || TolerantJson.written(text, wanted.path()).equals(Optional.of(wanted.value()));
        return isSame
                ? what + ", and was left as it is."
                : what + ", which is another one, and was left as it is; rename or remove it, and connect again.";
    }

    /** Without pieces that are looked for one by one, as somebody has edited the file; what is not found is left. */
    private static String searched(String text, List<Piece> leaving, List<String> remarks) throws Problem {
        String left = text;
        for (int i = leaving.size() - 1; i >= 0; i--) {
            Piece piece = leaving.get(i);
            Optional<String> cut = cut(left, piece);
            left = cut.orElse(left);
            if (cut.isEmpty()) {
                remarks.add(piece.file() + " was edited since, and is left as it is"
                        + (piece.isWhole()
                                ? "; remove it yourself."
                                : " there: take '" + String.join(".", piece.path())
                                        + "' out of it yourself, if it is still in it."));
            }
        }
        return left;
    }

    /** Exactly the text, where it was or where it alone is; else the entry, if it still says the same. */
    private static Optional<String> cut(String text, Piece piece) throws Problem {
        if (piece.isBorrowed()) {
            return Optional.of(text);
        }
        if (piece.isWhole()) {
            return text.equals(piece.text()) ? Optional.of("") : Optional.empty();
        }
        OptionalInt at = InsertedPieces.place(text, piece);
        try {
            if (at.isPresent()) {
                String rest = text.substring(at.getAsInt() + piece.text().length());
                String cut = text.substring(0, at.getAsInt()) + rest;
                if (piece.isToml()) {
                    boolean isTable = piece.text().contains("[");
                    return isTable && TomlOutline.belongsToTableBefore(rest) ? Optional.empty() : Optional.of(cut);
                }
                if (isReadable(cut)) {
                    return Optional.of(cut);
                }
            }
            return piece.isToml()
                    ? Optional.empty()
                    : TolerantJson.without(text, piece.path(), piece.isElement(), piece.value())
                            .filter(Connector::isReadable);
        } catch (Unreadable e) {
            throw unreadable(piece.file(), e);
        }
    }

    private static boolean isReadable(String text) {
        try {
            var unused = TolerantJson.read(text);
            return true;
        } catch (Unreadable e) {
            return false;
        }
    }

    private static Problem unreadable(Path file, Unreadable fault) {
        return new Problem(file + " is not understood, " + fault.where()
                + ". Nothing was changed; repair the file and try again.");
    }
}
