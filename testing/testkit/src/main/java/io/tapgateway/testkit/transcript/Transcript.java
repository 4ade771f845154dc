package io.tapgateway.testkit.transcript;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** One conversation with the gateway and what must come of it. Immutable. */
public final class Transcript {
    /** What a stage has to have for a transcript to make sense on it. */
    public enum Need {
        /** Time that passes only when told, or nothing that takes time or gets lost. */
        VIRTUAL_TIME,
        /** Connections of other programs. */
        PROGRAMS,
        /** Connections of web pages. */
        PAGES
    }

    private static final Set<String> VIRTUAL = Set.of("advance", "wall", "mute", "unmute", "undisturbed");

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
        for (Line line : lines) {
            if (line.kind() == Line.Kind.COMMAND) {
                if (VIRTUAL.contains(line.verb())) {
                    needs.add(Need.VIRTUAL_TIME);
                }
                if (line.verb().equals("open")) {
                    needs.add(line.body().contains("origin=") ? Need.PAGES : Need.PROGRAMS);
                }
            }
        }
        return needs;
    }

    /** Whether it only makes sense where time can be advanced. */
    public boolean needsVirtualTime() {
        return needs().contains(Need.VIRTUAL_TIME);
    }

    List<Line> lines() {
        return lines;
    }

    @Override
    public String toString() {
        return name;
    }
}
