package io.tapgateway.testkit.transcript;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** One conversation with the gateway and what must come of it. Immutable. */
public final class Transcript {
    /** What a stage has to have for a transcript to make sense on it. */
    public enum Need {
        /** Time that passes only when told, or nothing that takes time or gets lost. */
        VIRTUAL_TIME,
        /** Connections of other programs. */
        PROGRAMS,
        /** Connections of web pages. */
        PAGES,
        /** Tokens for programs that the host has started. */
        SPAWN,
        /** A token that lets any program of the user in, as far as sessions may be found. */
        DISCOVERY,
        /** Nobody else's sessions, since such a token shows them all. */
        NO_OTHER_SESSIONS,
        /** A person whose answers can be played. */
        PERSON,
        /** A gateway of its own: set up, looked into and ended by the transcript, with objects in its process. */
        OWN_GATEWAY
    }

    private static final Set<String> VIRTUAL = Set.of("advance", "wall", "mute", "unmute", "undisturbed");
    private static final Set<String> OWN =
            Set.of("limit", "attach", "refusal", "gateway", "files", "file", "pairing", "revoke");
    private static final Pattern PERSONAL = Pattern.compile("^host (?:of=\\S+ )?(?:no )?(?:asked|approve|refuse) ?");
    private static final String LIST = "\"active\":[";
    private static final String START = "token spawn";
    private static final String FIND = "token discovery";

    private static final Pattern RULING = Pattern.compile("\\b(?:[A-Z]-\\d{2,3}|[AC]/[a-z][a-z.-]*[a-z])");

    private final String name;
    private final List<Line> lines;

    Transcript(String name, List<Line> lines) {
        this.name = name;
        this.lines = List.copyOf(lines);
    }

    /** The file's path below the folder of transcripts, without its ending. */
    public String name() {
        return name;
    }

    /** What it takes to play it. */
    public Set<Need> needs() {
        Set<Need> needs = EnumSet.noneOf(Need.class);
        boolean lists = false;
        for (Line line : lines) {
            lists = lists || (line.kind() == Line.Kind.EXPECT && line.body().contains(LIST));
            if (line.kind() == Line.Kind.COMMAND) {
                if (VIRTUAL.contains(line.verb())) {
                    needs.add(Need.VIRTUAL_TIME);
                }
                if (OWN.contains(line.verb())) {
                    needs.add(Need.OWN_GATEWAY);
                }
                if (line.verb().equals("host") && PERSONAL.matcher(line.body()).find()) {
                    needs.add(Need.PERSON);
                }
                if (line.body().startsWith(START)) {
                    needs.add(Need.SPAWN);
                }
                if (line.body().startsWith(FIND)) {
                    // Whoever has one already cannot be given another.
                    needs.add(needs.contains(Need.DISCOVERY) ? Need.OWN_GATEWAY : Need.DISCOVERY);
                }
                if (line.verb().equals("open")) {
                    needs.add(line.body().contains("origin=") ? Need.PAGES : Need.PROGRAMS);
                }
            }
        }
        if (lists && needs.contains(Need.DISCOVERY)) {
            needs.add(Need.NO_OTHER_SESSIONS);
        }
        return needs;
    }

    /** Whether it only makes sense where time can be advanced. */
    public boolean needsVirtualTime() {
        return needs().contains(Need.VIRTUAL_TIME);
    }

    /** The rulings and parts of the specification that its comments name, in their order. */
    public List<String> rulings() {
        return lines.stream()
                .filter(line -> line.file().equals(name + ".txt"))
                .map(Line::why)
                .distinct()
                .flatMap(why -> RULING.matcher(why).results().map(MatchResult::group))
                .distinct()
                .toList();
    }

    List<Line> lines() {
        return lines;
    }

    @Override
    public String toString() {
        return name;
    }
}
