package io.tapgateway.app.terminal;

import io.tapgateway.user.SessionUser;
import java.util.List;
import java.util.Optional;

/** What a prompt is there for. Called on the thread that reads lines, but for {@link #interrupt()}. */
public interface PromptCommands {
    /** What stands before the line that is typed. */
    String prompt();

    /** At which session the person is who types; asked once for each line. */
    Optional<SessionUser> user();

    /** What the next line begins with, for the person to go on; asked once for each line, empty mostly. */
    String begun();

    /**
     * Does what a line says, and returns when that is done.
     *
     * @param words of a line that begins with a slash: the first one, and all the rest as it was typed
     */
    void run(List<String> words);

    /**
     * Ends what is being done. Called by another thread while {@link #run} works; a call that comes too late does
     * nothing.
     */
    void interrupt();

    /** Whether the person has had enough. */
    boolean isOver();

    /**
     * What may come next.
     *
     * @param before the words that are complete
     * @param begun what has been typed of the next one; may be empty
     */
    List<Choice> choices(List<String> before, String begun);
}
