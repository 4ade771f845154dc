package io.tapgateway.app.cli.command;

/** The terminal, as far as the command that runs has it for itself. Confined to the thread of the command. */
public interface Foreground {
    /** Exit code of what a Ctrl-C has ended. */
    int INTERRUPTED = 130;

    /**
     * Has the next Ctrl-C do this, on another thread, while the command goes on and ends by itself. One more does not
     * wait for that.
     */
    void whenInterrupted(Runnable action);

    /** Whether progress is shown without the command's doing. */
    boolean showsProgress();

    /** Leaves it to the command to show what happens in that session. */
    void showsTimelineOf(String session);
}
