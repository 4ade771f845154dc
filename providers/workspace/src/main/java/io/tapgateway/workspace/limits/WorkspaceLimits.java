package io.tapgateway.workspace.limits;

/** How far the tools of a workspace go. Stateless. */
public final class WorkspaceLimits {
    /** Directories of a workspace (F-001). */
    public static final int ROOTS = 16;

    /** Bytes of a path (F-002). */
    public static final int PATH_BYTES = 4_096;

    /** Links on the way to a file (F-004). */
    public static final int LINKS = 40;

    /** Lines that a {@code read} shows unless it wants more (F-011). */
    public static final int READ_LINES = 2_000;

    /** Lines that a {@code read} may want (F-011). */
    public static final int READ_MOST_LINES = 20_000;

    /** Characters of a line that a {@code read} shows (F-011). */
    public static final int READ_LINE_CHARACTERS = 2_000;

    /** Characters that a {@code read} shows (F-011). */
    public static final int READ_CHARACTERS = 256 << 10;

    /** Bytes of a file of which a {@code read} shows a part (F-011). */
    public static final int READ_FILE_BYTES = 64 << 20;

    /** Characters that a {@code write} takes (F-013). */
    public static final int WRITE_CHARACTERS = 2_000_000;

    /** Directories that a {@code write} makes on the way to its file (F-013). */
    public static final int WRITE_NEW_DIRECTORIES = 20;

    /** Bytes of a file that an {@code edit} takes (F-014). */
    public static final int EDIT_FILE_BYTES = 10 << 20;

    /** Characters of a diff (F-015). */
    public static final int DIFF_CHARACTERS = 1 << 20;

    /** Lines that go and come until a change is shown as one, without what stays in between (F-029). */
    public static final int DIFF_LINES_COMPARED = 1_000;

    /** Hunks of a diff (F-015). */
    public static final int DIFF_HUNKS = 500;

    /** Lines up and down in which the place of a hunk is looked for (F-015). */
    public static final int DIFF_SEARCHED_LINES = 200;

    /** Files that one {@code readFiles} reads (F-012). */
    public static final int READ_FILES = 20;

    /** Characters of a file that a {@code readFiles} shows (F-012). */
    public static final int READ_FILES_EACH_CHARACTERS = 256 << 10;

    /** Characters of all files that a {@code readFiles} shows (F-012). */
    public static final int READ_FILES_CHARACTERS = 1 << 20;

    /** Paths that a {@code listFiles} lists unless it wants more (F-019). */
    public static final int LIST_FILES = 200;

    /** Paths that a {@code listFiles} may want (F-019). */
    public static final int LIST_MOST_FILES = 500;

    /** Entries of a list of things to do (F-021). */
    public static final int TODOS = 100;

    /** Characters of such an entry (F-021). */
    public static final int TODO_CHARACTERS = 500;

    /** Files that a session may have read, and so may change (F-016). */
    public static final int FILES_SEEN = 10_000;

    /** Paths that a {@code glob} lists unless it wants more (F-018). */
    public static final int GLOB_PATHS = 200;

    /** Paths that a {@code glob} may want (F-018). */
    public static final int GLOB_MOST_PATHS = 1_000;

    /** Seconds that a {@code glob} takes (F-018). */
    public static final int GLOB_SECONDS = 10;

    /** Files and directories that a search looks at (F-018). */
    public static final int WALK_ENTRIES = 200_000;

    /** Directories inside each other that a search enters (F-018). */
    public static final int WALK_DEPTH = 100;

    /** Bytes of a {@code .gitignore} (F-018). */
    public static final int IGNORE_FILE_BYTES = 64 << 10;

    /** Characters of a pattern (F-020). */
    public static final int PATTERN_CHARACTERS = 1_000;

    /** Hits that a {@code grep} lists unless it wants more (F-020). */
    public static final int GREP_HITS = 200;

    /** Hits that a {@code grep} may want (F-020). */
    public static final int GREP_MOST_HITS = 1_000;

    /** Lines around a hit (F-020). */
    public static final int GREP_CONTEXT_LINES = 20;

    /** Characters of a line that a {@code grep} shows (F-020). */
    public static final int GREP_LINE_CHARACTERS = 500;

    /** Bytes of a file that a {@code grep} looks into (F-020). */
    public static final int GREP_FILE_BYTES = 10 << 20;

    /** Seconds that a {@code grep} takes (F-020). */
    public static final int GREP_SECONDS = 20;

    /** Bytes of a command (F-032). */
    public static final int COMMAND_BYTES = 32 << 10;

    /** Seconds that a command has unless it wants more (F-023). */
    public static final int COMMAND_SECONDS = 120;

    /** Seconds that a command may want (F-023): always less than the call of the tool has. */
    public static final int COMMAND_MOST_SECONDS = 590;

    /** Seconds that the call of a command has. */
    public static final int COMMAND_CALL_SECONDS = 600;

    /** First characters of the output that are kept (F-025). */
    public static final int OUTPUT_FIRST_CHARACTERS = 10_000;

    /** Last characters of the output that are kept (F-025). */
    public static final int OUTPUT_LAST_CHARACTERS = 20_000;

    /** Commands of a session that run at the same time (F-027). */
    public static final int COMMANDS_AT_ONCE = 4;

    /** Commands of a session that wait for those (F-027). */
    public static final int COMMANDS_WAITING = 10;

    /** Files and directories that a checkpoint records, or knows not to (F-036). */
    public static final int CHECKPOINT_FILES = 100_000;

    /** Bytes of all files that a checkpoint records (F-036). */
    public static final long CHECKPOINT_BYTES = 1L << 30;

    /** Bytes of a file that a checkpoint records (F-035). */
    public static final int CHECKPOINT_FILE_BYTES = 16 << 20;

    /** Checkpoints of a session (F-036). */
    public static final int CHECKPOINTS = 100;

    /** Days that a checkpoint is kept (F-036). */
    public static final int CHECKPOINT_DAYS = 7;

    /** Seconds that a tool waits for the first checkpoint of a session, and for a restore (F-038). */
    public static final int BASE_SECONDS = 30;

    /** Seconds that a tool waits for another checkpoint, and that one waits for a tool (F-038). */
    public static final int CHECKPOINT_SECONDS = 5;

    /** Seconds at most between two automatic checkpoints (F-038). */
    public static final int CHECKPOINT_PAUSE_SECONDS = 30;

    private WorkspaceLimits() {}
}
