package io.tapgateway.app.client;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the gateway answers to a request that wants to hear how far it is: events with progress, and a last one with the
 * answer; or, to what it refuses at once, the answer alone. Immutable.
 *
 * @param answer its text; empty if the connection ended before it
 * @param isRefusal whether an event said so
 */
record ReportedAnswer(Optional<String> answer, boolean isRefusal) {
    static final String CONTENT_TYPE = "text/event-stream";

    private static final Logger LOG = LoggerFactory.getLogger(ReportedAnswer.class);

    /** @param progress told one after the other, on a thread of the client */
    static HttpResponse.BodyHandler<ReportedAnswer> reader(Consumer<JsonValue> progress) {
        return response -> response.headers()
                        .firstValue("Content-Type")
                        .filter(type -> type.startsWith(CONTENT_TYPE))
                        .isPresent()
                ? BodySubscribers.fromLineSubscriber(
                        new Listener(progress), Listener::answer, StandardCharsets.UTF_8, null)
                : BodySubscribers.mapping(
                        BodySubscribers.ofString(StandardCharsets.UTF_8),
                        text -> new ReportedAnswer(Optional.of(text), false));
    }

    boolean isCutOff() {
        return answer.isEmpty();
    }

    String text() {
        return answer.orElse("");
    }

    /** Reads the events. Confined to the client, which brings one line after the other. */
    private static final class Listener implements Flow.Subscriber<String> {
        private final EventLines lines = new EventLines();
        private final Consumer<JsonValue> progress;
        private ReportedAnswer last = new ReportedAnswer(Optional.empty(), false);

        private Listener(Consumer<JsonValue> progress) {
            this.progress = progress;
        }

        private ReportedAnswer answer() {
            return last;
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(String line) {
            lines.add(line).ifPresent(this::take);
        }

        private void take(EventStream.Event event) {
            if (event.name().equals("progress")) {
                report(event.data());
            } else {
                last = new ReportedAnswer(
                        Optional.of(event.data()), event.name().equals("error"));
            }
        }

        private void report(String data) {
            try {
                progress.accept(JsonValue.parse(data));
            } catch (MalformedJson e) {
                LOG.debug("A report cannot be read: {}", e.reason());
            }
        }

        /** The exchange fails by itself. */
        @Override
        public void onError(Throwable failure) {}

        @Override
        public void onComplete() {}
    }
}
