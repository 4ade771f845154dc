package io.tapgateway.mcp.protocol;

import java.util.Arrays;

/** The revisions of the protocol that begin with a handshake and are served (M-001), oldest first. */
public enum McpRevision {
    /** The first one. */
    R2024_11_05("2024-11-05"),
    /** With structured results. */
    R2025_06_18("2025-06-18"),
    /** The last one with a handshake. */
    R2025_11_25("2025-11-25");

    /** A revision between those that are served; its clients take the next one. */
    private static final String SUPERSEDED = "2025-03-26";

    private final String label;

    McpRevision(String label) {
        this.label = label;
    }

    /** The date by which messages name it. */
    public String label() {
        return label;
    }

    /** Whether tools may have a title, hints and a schema of results, and results values for programs. */
    public boolean hasStructuredResults() {
        return compareTo(R2025_06_18) >= 0;
    }

    /** What a client that asks for a revision is answered with: that one, or the newest if it is not served (M-002). */
    public static McpRevision answering(String wanted) {
        if (wanted.equals(SUPERSEDED)) {
            return R2025_06_18;
        }
        return Arrays.stream(values())
                .filter(it -> it.label.equals(wanted))
                .findFirst()
                .orElse(R2025_11_25);
    }
}
