package io.tapgateway.workspace.model;

import io.tapgateway.workspace.limits.WorkspaceLimits;

/**
 * What a command prints, without what moves the cursor or sets colours, as far as it is kept: its beginning and its
 * end, and how much is left out between them (F-025). Confined to one thread at a time.
 */
public final class CommandOutput {
    private static final int ESCAPE = 0x1B;
    private static final int BELL = 0x07;

    private final StringBuilder first = new StringBuilder();
    private final StringBuilder last = new StringBuilder();
    private long dropped;
    private Sequence inside = Sequence.NONE;

    /** Which sequence of the terminal has begun. */
    private enum Sequence {
        NONE,
        BEGUN,
        CONTROL,
        TEXT,
        TEXT_ENDING
    }

    /** Takes some more. */
    public void add(CharSequence printed) {
        for (int i = 0; i < printed.length(); i++) {
            add(printed.charAt(i));
        }
    }

    /** Whether not all of it is kept. */
    public boolean isCut() {
        return dropped > 0;
    }

    /** What is kept. */
    public String text() {
        return dropped == 0 ? first.toString() + last : first + "\n… (" + dropped + " characters left out) …\n" + last;
    }

    private void add(char each) {
        if (inside == Sequence.NONE) {
            if (each == ESCAPE) {
                inside = Sequence.BEGUN;
            } else if (each >= ' ' ? each != 0x7F && (each < 0x80 || each > 0x9F) : each == '\n' || each == '\t') {
                keep(each);
            }
        } else {
            inside = after(each);
        }
    }

    private Sequence after(char each) {
        return switch (inside) {
            case BEGUN -> each == '[' ? Sequence.CONTROL : "]PX^_".indexOf(each) >= 0 ? Sequence.TEXT : Sequence.NONE;
            case CONTROL -> each >= '@' && each <= '~' ? Sequence.NONE : Sequence.CONTROL;
            case TEXT -> each == BELL ? Sequence.NONE : each == ESCAPE ? Sequence.TEXT_ENDING : Sequence.TEXT;
            case TEXT_ENDING, NONE -> Sequence.NONE;
        };
    }

    private void keep(char each) {
        if (first.length() < WorkspaceLimits.OUTPUT_FIRST_CHARACTERS) {
            first.append(each);
            return;
        }
        last.append(each);
        if (last.length() >= 2 * WorkspaceLimits.OUTPUT_LAST_CHARACTERS) {
            trim();
        }
    }

    /** Afterwards no more of the end is there than is kept. */
    public void finish() {
        trim();
    }

    private void trim() {
        int over = last.length() - WorkspaceLimits.OUTPUT_LAST_CHARACTERS;
        if (over > 0) {
            last.delete(0, over);
            dropped += over;
        }
    }
}
