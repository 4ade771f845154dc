package io.tapgateway.testkit.transcript;

/**
 * One line of a transcript. Immutable.
 *
 * @param file where it stands
 * @param number its line there, from 1
 * @param peer whose line it is; empty for the unnamed peer, and for commands
 * @param body what follows the mark
 * @param why the comment above it, and above the lines between
 */
record Line(String file, int number, Kind kind, String peer, String body, String why) {
    /** What a line is about, by its mark. */
    enum Kind {
        /** The provider says something. */
        SEND('>'),
        /** The gateway says something. */
        EXPECT('<'),
        /** The gateway closes the connection. */
        CLOSE('!'),
        /** The gateway has nothing more to say. */
        SILENCE('~'),
        /** Something else happens. */
        COMMAND('@');

        private final char mark;

        Kind(char mark) {
            this.mark = mark;
        }

        /** Whether it makes something happen, or may. */
        boolean acts() {
            return this == SEND || this == COMMAND;
        }
    }

    static Kind kindOf(char mark) {
        for (Kind kind : Kind.values()) {
            if (kind.mark == mark) {
                return kind;
            }
        }
        throw new IllegalArgumentException("no line begins with '" + mark + "'");
    }

    /** The first word of a command. */
    String verb() {
        return body.split("\\s+", 2)[0];
    }

    @Override
    public String toString() {
        String shown = body.length() <= 300 ? body : body.substring(0, 300) + "…";
        return file + ":" + number + ": " + peer + kind.mark + " " + shown;
    }
}
