package io.tapgateway.mcp.protocol;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The revisions of the protocol that are served (M-001), oldest first. */
public enum McpRevision {
    /** The first one. */
    R2024_11_05("2024-11-05"),
    /** With structured results. */
    R2025_06_18("2025-06-18"),
    /** The last one with a handshake. */
    R2025_11_25("2025-11-25"),
    /** Without one: each request says by itself what a server has to know of its client. */
    R2026_07_28("2026-07-28");

    /** A revision between those that are served; its clients take the next one. */
    private static final String SUPERSEDED = "2025-03-26";

    private static final Map<String, McpRevision> AGREED = Arrays.stream(values())
            .filter(McpRevision::hasHandshake)
            .collect(Collectors.toUnmodifiableMap(McpRevision::label, it -> it));

    private final String label;

    McpRevision(String label) {
        this.label = label;
    }

    /** The date by which messages name it. */
    public String label() {
        return label;
    }

    /** Whether a connection begins with a handshake, and is what was agreed upon there. */
    public boolean hasHandshake() {
        return this != R2026_07_28;
    }

    /** Whether tools may have a title, hints and a schema of results, and results values for programs. */
    public boolean hasStructuredResults() {
        return compareTo(R2025_06_18) >= 0;
    }

    /** Whether the options of a form have titles of their own, beside the values that they stand for. */
    public boolean titlesOptions() {
        return compareTo(R2025_11_25) >= 0;
    }

    /** Whether a stream of events may begin with one that is no message, so that it has an id from the start on. */
    public boolean beginsStreams() {
        return this == R2025_11_25;
    }

    /** The newest one with a handshake: what clients ask for there. */
    static McpRevision newest() {
        return R2025_11_25;
    }

    /** The rules by which a server speaks that has chosen a revision; empty if nobody here knows them. */
    static Optional<McpRevision> chosen(String label) {
        return label.equals(SUPERSEDED) ? Optional.of(R2024_11_05) : find(label);
    }

    /** Whether clients that name this one have agreed upon one that is served. */
    static boolean isAgreed(String label) {
        return label.equals(SUPERSEDED) || find(label).isPresent();
    }

    /** The newest one without a handshake: what each request names where there is none. */
    static McpRevision standingAlone() {
        return R2026_07_28;
    }

    /** The labels of all that can be agreed upon, for people. */
    static String agreed() {
        return labels(true).collect(Collectors.joining(", "));
    }

    /** The labels of all that a request may name which stands by itself. */
    static List<String> named() {
        return labels(false).toList();
    }

    private static Stream<String> labels(boolean handshake) {
        return Arrays.stream(values())
                .filter(it -> it.hasHandshake() == handshake)
                .map(McpRevision::label);
    }

    /** The one with a handshake of that label; empty if it is not served. */
    static Optional<McpRevision> find(String label) {
        return Optional.ofNullable(AGREED.get(label));
    }

    /** What a client that asks for a revision is answered with: that one, or the newest if it is not served (M-002). */
    public static McpRevision answering(String wanted) {
        return wanted.equals(SUPERSEDED) ? R2025_06_18 : find(wanted).orElse(newest());
    }
}
