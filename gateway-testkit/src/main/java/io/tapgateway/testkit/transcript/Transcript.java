package io.tapgateway.testkit.transcript;

import java.util.List;
import java.util.Set;

/** One conversation with the gateway and what must come of it. Immutable. */
public final class Transcript {
    private static final Set<String> NEED_VIRTUAL_TIME = Set.of("advance", "wall", "mute", "unmute");

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

    /** Whether it only makes sense where time can be advanced. */
    public boolean needsVirtualTime() {
        return lines.stream()
                .anyMatch(line -> line.kind() == Line.Kind.COMMAND && NEED_VIRTUAL_TIME.contains(line.verb()));
    }

    List<Line> lines() {
        return lines;
    }

    @Override
    public String toString() {
        return name;
    }
}
