package io.tapgateway.mcp.protocol;

/** Server-sent events as they are written: a message is one line of JSON. Stateless. */
public final class EventText {
    /** What keeps a line open while nothing is said. */
    public static final String STILL_HERE = ": still here\n\n";

    private EventText() {}

    static String message(EventJournal.Mark mark, String message) {
        return "id: " + mark + "\ndata: " + message + "\n\n";
    }

    /** A message without a place, after which a stream is where it was. */
    public static String message(String message) {
        return "data: " + message + "\n\n";
    }

    /** An event that says where the stream is, and nothing else. */
    public static String place(EventJournal.Mark mark) {
        return "id: " + mark + "\ndata:\n\n";
    }
}
