package io.tapgateway.zot;

/** What one extension may have at most. */
public enum ZotLimit {
    /** Bytes of a manifest (Z-011). */
    MANIFEST_BYTES(64 << 10),
    /** Arguments in a manifest (Z-012). */
    ARGUMENTS(100),
    /** Characters of what a manifest says to people (Z-012). */
    SHOWN_CHARACTERS(200),
    /** Bytes of the first line of a program (Z-030). */
    HELLO_BYTES(64 << 10),
    /** Bytes of a line, in both directions, without its end (Z-039). */
    LINE_BYTES(4 << 20),
    /** Frames that wait to be read by a program; one that lets more wait is deaf (Z-045). */
    UNREAD_FRAMES(2_048),
    /** Frames of a program in a second that nobody has asked for; what is beyond is read later (Z-046). */
    FRAMES_PER_SECOND(1_000),
    /** Such frames that are read at once after a silence (Z-046). */
    FRAMES_AT_ONCE(2_000),
    /** Characters that wait to be read by a program; one that lets more wait is deaf (Z-045). */
    UNREAD_CHARACTERS(16 << 20),
    /** Calls of tools under way (Z-054). */
    CALLS_IN_FLIGHT(256),
    /** Tools (Z-048). */
    TOOLS(100),
    /** Bytes of the arguments of a command, and of the texts that extensions submit (Z-084, Z-087, Z-090). */
    TEXT_BYTES(32 << 10),
    /** Commands under way (Z-085). */
    COMMANDS_IN_FLIGHT(16),
    /** Characters of what an extension calls a panel (Z-093). */
    PANEL_ID_CHARACTERS(128),
    /** Bytes of a reason (Z-065). */
    REASON_BYTES(4 << 10),
    /** Problems that are remembered (Z-038). */
    PROBLEMS(50),
    /** Characters of a problem, besides which it says what was printed in 200 (Z-042). */
    PROBLEM_CHARACTERS(400),
    /** Lines in a minute about what a program prints, in its log (Z-042). */
    LOG_LINES_PER_MINUTE(20);

    private final int most;

    ZotLimit(int most) {
        this.most = most;
    }

    /** The number. */
    public int most() {
        return most;
    }
}
