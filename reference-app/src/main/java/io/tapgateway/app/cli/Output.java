package io.tapgateway.app.cli;

import io.tapgateway.app.text.PlainText;
import io.tapgateway.app.text.Table;
import io.tapgateway.protocol.json.JsonValue;
import java.io.PrintWriter;

/**
 * What a command says: results to standard output, everything else to standard error. Text from elsewhere cannot move the
 * cursor, change colours or reach the clipboard (T-29). Confined to the main thread.
 */
record Output(PrintWriter out, PrintWriter err) {

    /** A line of the result. */
    void line(String text) {
        out.println(PlainText.of(text));
        out.flush();
    }

    /** A result for programs, or a value that only a program knows how to read. */
    void json(JsonValue value) {
        json(value.json());
    }

    /** The same, written already. */
    void json(String value) {
        out.println(PlainText.ofJson(value));
        out.flush();
    }

    /** A list, or what to say where it is empty. */
    void table(Table table, String empty) {
        if (table.isEmpty()) {
            line(empty);
        } else {
            table.lines().forEach(this::line);
        }
    }

    /** What went wrong, in one sentence. */
    void complain(String sentence) {
        err.println("tapgateway: " + PlainText.of(sentence));
        err.flush();
    }
}
