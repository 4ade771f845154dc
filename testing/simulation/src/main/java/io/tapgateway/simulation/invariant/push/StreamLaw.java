package io.tapgateway.simulation.invariant.push;

import io.tapgateway.protocol.message.StreamHistory;
import io.tapgateway.protocol.message.StreamQuery;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.StreamEntry;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.StreamView;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.ConnectionRecord;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Snapshot;
import io.tapgateway.simulation.trace.Step;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * I-51: streams keep to their bounds, and whoever asks for the history gets the newest entries of its own streams,
 * newest first, and no more than may be asked for. Confined to one simulation.
 */
public final class StreamLaw implements Invariant {
    private record Address(SessionId session, String stream) {}

    private final Check check = new Check("I-51");
    private final Map<Address, Deque<StreamEntry>> retained = new HashMap<>();
    private boolean observed;
    private boolean isShort;
    private List<Snapshot.SessionState> judged = List.of();

    @Override
    public Check check() {
        return check;
    }

    @Override
    public void onCause(Cause cause, ReferenceModel reference) {
        if (cause instanceof Cause.SessionOpened opened) {
            retained.keySet()
                    .removeIf(address -> address.session().equals(opened.info().id()));
        }
    }

    @Override
    public void onStep(Step step, ReferenceModel reference) {
        for (Consequence consequence : step.consequences()) {
            if (consequence instanceof Consequence.Announced announced) {
                observed = true;
                if (announced.event() instanceof GatewayEvent.Pushed pushed) {
                    keep(pushed, reference.limits());
                }
            } else if (consequence instanceof Consequence.Sent sent
                    && sent.message() instanceof StreamHistory history
                    && step.cause() instanceof Cause.Arrived arrived
                    && arrived.connection() == sent.connection()) {
                arrived.message(StreamQuery.class).ifPresent(query -> check(query, history, arrived, reference));
            }
        }
        // Streams that have not changed still are within their bounds.
        if (step.arrival().isPresent() && judged != step.after().sessions()) {
            judged = step.after().sessions();
            step.after().sessions().forEach(session -> checkBounds(session, reference.limits()));
        }
    }

    private void keep(GatewayEvent.Pushed pushed, Limits limits) {
        Deque<StreamEntry> entries =
                retained.computeIfAbsent(new Address(pushed.id(), pushed.stream()), key -> new ArrayDeque<>());
        entries.addFirst(pushed.event().entry());
        while (entries.size() > limits.get(Limit.EVENTS_PER_STREAM)) {
            entries.removeLast();
        }
    }

    private void check(StreamQuery query, StreamHistory history, Cause.Arrived arrived, ReferenceModel reference) {
        check.reached();
        Limits limits = reference.limits();
        isShort =
                limits.get(Limit.STREAM_BYTES_PER_PROVIDER) < Limits.standard().get(Limit.STREAM_BYTES_PER_PROVIDER);
        long asked = query.last().orElse(limits.get(Limit.QUERY_DEFAULT_LAST));
        long most = Math.min(asked, limits.get(Limit.QUERY_MAX_LAST));
        ConnectionRecord connection = reference.connection(arrived.connection());
        history.streams().forEach((stream, entries) -> {
            check.require(entries.size() <= most, () -> entries.size() + " entries of " + stream + " for " + query);
            boolean own = connection
                    .binding()
                    .filter(it -> stream.endsWith("@" + it.identity().name()))
                    .isPresent();
            check.require(
                    own || connection.isLocal(), () -> stream + " was shown to connection " + arrived.connection());
            if (observed && !history.truncated()) {
                check.require(
                        history.sessionId()
                                .filter(session -> isNewest(entries, new Address(session, stream), most))
                                .isPresent(),
                        () -> "these are not the newest of " + stream + ": " + entries);
            }
        });
    }

    /** Principals of one name have streams of their own, which they do not know by another address. */
    private boolean isNewest(List<StreamEntry> entries, Address address, long most) {
        return retained.keySet().stream()
                        .filter(it -> it.session().equals(address.session()))
                        .filter(it -> it.stream().equals(address.stream())
                                || it.stream().startsWith(address.stream() + "~"))
                        .anyMatch(it -> isNewest(entries, newest(it, most), entries.size()))
                || entries.isEmpty();
    }

    /** Fewer if there is no room for as many (D-197). */
    private boolean isNewest(List<StreamEntry> entries, List<StreamEntry> newest, int count) {
        boolean complete = count == newest.size() || (isShort && count < newest.size());
        return complete && newest.subList(0, count).equals(entries);
    }

    private List<StreamEntry> newest(Address address, long most) {
        return new ArrayList<>(retained.getOrDefault(address, new ArrayDeque<>()))
                .stream().limit(most).toList();
    }

    private void checkBounds(Snapshot.SessionState session, Limits limits) {
        Map<String, Integer> byOwner = new HashMap<>();
        for (StreamView stream : session.streams()) {
            String owner = stream.name().substring(stream.name().lastIndexOf('@') + 1);
            int streams = byOwner.merge(owner, 1, Integer::sum);
            check.require(
                    streams <= limits.get(Limit.STREAMS_PER_PROVIDER), () -> owner + " has " + streams + " streams");
            check.require(
                    stream.events() <= limits.get(Limit.EVENTS_PER_STREAM),
                    () -> stream.events() + " entries are kept of " + stream.name());
        }
    }
}
