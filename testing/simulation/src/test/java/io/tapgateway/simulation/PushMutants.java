package io.tapgateway.simulation;

import io.tapgateway.protocol.message.StreamHistory;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.StreamEntry;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.core.kernel.HostNotice;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Gateways that let providers say too much, and keep or show it in the wrong way. */
final class PushMutants {
    private static final int PLENTY = 1_000;

    private PushMutants() {}

    static List<Mutant> all() {
        return List.of(
                Mutant.limiting(
                        "I-57",
                        "retains whatever is pushed",
                        limits -> limits.with(Limit.STREAM_BYTES_PER_PROVIDER, 4 << 20)
                                .with(Limit.STREAM_BYTES_PER_SESSION, 32 << 20)),
                Mutant.limiting("I-49", "takes more pushes", Limit.PUSHES_PER_SECOND, PLENTY),
                Mutant.limiting("I-50", "takes more injections of one", Limit.INJECTS_PER_PROVIDER, PLENTY),
                Mutant.limiting("I-50", "takes more injections of all", Limit.INJECTS_PER_SESSION, PLENTY),
                noticing("I-50", "injects twice", PushMutants::twice),
                Mutant.limiting("I-51", "has more streams", Limit.STREAMS_PER_PROVIDER, PLENTY),
                Mutant.limiting("I-51", "keeps more entries", Limit.EVENTS_PER_STREAM, PLENTY),
                Mutant.limiting("I-51", "shows more entries", Limit.QUERY_MAX_LAST, PLENTY),
                Mutant.sending(
                        "I-51",
                        "shows the oldest first",
                        () -> (world, connection, message) -> world.send(
                                connection, message instanceof StreamHistory history ? reversed(history) : message)),
                noticing("I-54", "shows texts as they are", PushMutants::raw));
    }

    private static List<HostNotice> twice(HostNotice notice) {
        return notice instanceof HostNotice.Send ? List.of(notice, notice) : List.of(notice);
    }

    private static List<HostNotice> raw(HostNotice notice) {
        if (!(notice instanceof HostNotice.Log log)) {
            return List.of(notice);
        }
        TimelineEntry entry = log.entry();
        return List.of(new HostNotice.Log(
                new TimelineEntry(entry.at(), entry.level(), entry.source(), "\u001b[1m" + entry.text())));
    }

    @FunctionalInterface
    private interface Noticing {
        List<HostNotice> instead(HostNotice notice);
    }

    private static Mutant noticing(String invariant, String fault, Noticing other) {
        return Mutant.filtering(invariant, fault, world -> new EffectsFilter(world) {
            @Override
            public void notifyHost(SessionId session, HostNotice notice) {
                other.instead(notice).forEach(it -> world.notifyHost(session, it));
            }
        });
    }

    private static StreamHistory reversed(StreamHistory history) {
        UnaryOperator<List<StreamEntry>> reverse = entries -> {
            List<StreamEntry> turned = new ArrayList<>(entries);
            Collections.reverse(turned);
            return turned;
        };
        Map<String, List<StreamEntry>> streams = new LinkedHashMap<>();
        history.streams().forEach((stream, entries) -> streams.put(stream, reverse.apply(entries)));
        return new StreamHistory(history.queryId(), history.sessionId(), streams, history.truncated());
    }
}
