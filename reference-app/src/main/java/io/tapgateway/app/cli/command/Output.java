package io.tapgateway.app.cli.command;

import io.tapgateway.app.text.Paint;
import io.tapgateway.app.text.PlainText;
import io.tapgateway.app.text.ProgramName;
import io.tapgateway.app.text.Span;
import io.tapgateway.app.text.Table;
import io.tapgateway.app.text.Tone;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What a command says: results to standard output, everything else to standard error. Text from elsewhere cannot move
 * the cursor, change colours or reach the clipboard (T-29). Confined to the main thread.
 *
 * @param paint asked for with the first line that has colours
 * @param speaker stands before complaints, so that they can be told from what other programs say
 */
public record Output(PrintWriter out, PrintWriter err, Supplier<Paint> paint, String speaker) {
    private static final String PROGRAM = "tapgateway: ";
    private static final ProgramName PROGRAM_NAME = ProgramName.ofThisProcess();

    /** The output of a program among others. */
    public static Output ofProgram(PrintWriter out, PrintWriter err, Supplier<Paint> paint) {
        return new Output(out, err, paint, PROGRAM);
    }

    /** The output on a terminal where nobody else speaks. */
    public static Output onPrompt(PrintWriter terminal, Paint paint) {
        return new Output(terminal, terminal, () -> paint, "");
    }

    /** A line of the result. */
    public void line(String text) {
        out.println(PlainText.of(text));
        out.flush();
    }

    /** A line of the result that tells what to type next. */
    public void advise(String text) {
        line(PROGRAM_NAME.in(text));
    }

    /** A line of the result, in colours where there are any. */
    public void line(List<Span> line) {
        out.println(paint.get().of(line));
        out.flush();
    }

    /** A result for programs, or a value that only a program knows how to read. */
    public void json(JsonValue value) {
        json(value.json());
    }

    /** The same, an object of these members. */
    public void json(Consumer<JsonWriter> members) {
        json(JsonWriter.toText(members));
    }

    private void json(String value) {
        out.println(PlainText.ofJson(value));
        out.flush();
    }

    /** A list, or what to say where it is empty. */
    public void table(Table table, String empty) {
        if (table.isEmpty()) {
            advise(empty);
        } else {
            table.lines().forEach(this::line);
        }
    }

    /** A line about what is going on, which is no result. */
    public void remark(String text) {
        err.println(PlainText.of(PROGRAM_NAME.in(text)));
        err.flush();
    }

    /** What went wrong, in one sentence. */
    public void complain(String sentence) {
        Span span = new Span(speaker.isEmpty() ? Tone.BAD : Tone.PLAIN, speaker + PROGRAM_NAME.in(sentence));
        err.println((speaker.isEmpty() ? paint.get() : Paint.NONE).of(List.of(span)));
        err.flush();
    }
}
