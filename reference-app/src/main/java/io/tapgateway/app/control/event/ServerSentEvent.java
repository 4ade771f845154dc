package io.tapgateway.app.control.event;

import com.google.common.collect.Iterators;
import io.tapgateway.app.control.api.ApiReply;
import io.tapgateway.protocol.codec.ProgressAmountJson;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.CallProgress;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One piece of news for those who listen. Immutable.
 *
 * @param session whose news it is; empty if it concerns every session
 * @param name what kind of news
 * @param data a JSON object
 */
public record ServerSentEvent(Optional<SessionId> session, String name, String data) {
    private static final String END = "\n\n";

    public static final byte[] HEARTBEAT = ": still here\n\n".getBytes(StandardCharsets.UTF_8);

    /** News of a session, which is the first member of its data. */
    public static ServerSentEvent of(SessionId session, String name, Consumer<JsonWriter> members) {
        return of(Optional.of(session), name, members);
    }

    /** News of a session, or of all. */
    public static ServerSentEvent of(Optional<SessionId> session, String name, Consumer<JsonWriter> members) {
        return new ServerSentEvent(
                session, name, JsonWriter.toText(out -> members.accept(out.text("session", session))));
    }

    /** A report on the way to an answer. */
    public static ServerSentEvent progress(CallProgress progress) {
        return of(
                Optional.empty(),
                "progress",
                out -> ProgressAmountJson.write(
                        out.number("sequence", progress.sequence()).text("text", progress.text()), progress.amount()));
    }

    /** What a request is answered with, or why it is not, piece by piece. */
    public static Iterator<byte[]> answer(ApiReply reply) {
        Iterator<String> texts = Iterators.concat(
                Iterators.singletonIterator(begin(reply.isSuccess() ? "answer" : "error")),
                Iterators.transform(reply.pieces().iterator(), ServerSentEvent::line),
                Iterators.singletonIterator(END));
        return Iterators.transform(texts, text -> text.getBytes(StandardCharsets.UTF_8));
    }

    public boolean concerns(Optional<SessionId> asked) {
        return asked.isEmpty() || session.isEmpty() || session.equals(asked);
    }

    public byte[] toBytes() {
        return (begin(name) + line(data) + END).getBytes(StandardCharsets.UTF_8);
    }

    private static String begin(String name) {
        return "event: " + name + "\ndata: ";
    }

    /** Each line of the data begins in the same way. */
    private static String line(String data) {
        return data.replace("\n", "\ndata: ");
    }
}
