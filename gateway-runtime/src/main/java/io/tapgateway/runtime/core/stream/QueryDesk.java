package io.tapgateway.runtime.core.stream;

import io.tapgateway.protocol.message.StreamHistory;
import io.tapgateway.protocol.message.StreamQuery;
import io.tapgateway.protocol.model.Capability;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.StreamAddress;
import io.tapgateway.protocol.model.StreamEntry;
import io.tapgateway.runtime.core.connection.Complaint;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.state.Presence;
import io.tapgateway.runtime.core.state.Registration;
import io.tapgateway.runtime.core.state.StreamShelf;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Answers {@code stream.query} (D-200, D-201). Confined to the loop. */
public final class QueryDesk {
    /** The size of a {@code stream.history} without streams, with the longest ids. */
    private static final int MESSAGE_ENVELOPE = 1_024;

    private static final int STREAM_ENVELOPE = 6;

    private final Kernel kernel;

    public QueryDesk(Kernel kernel) {
        this.kernel = kernel;
    }

    /** A bound provider asks for history; says why it gets none, if it does not. */
    public Optional<Complaint> query(Registration registration, StreamQuery query) {
        if (query.streams().size() > kernel.limit(Limit.QUERY_STREAMS)) {
            String text = "/streams: more than " + kernel.limit(Limit.QUERY_STREAMS) + " names";
            return Optional.of(new Complaint(ErrorCode.PAYLOAD_TOO_LARGE, text));
        }
        if (asksForOthers(registration, query)) {
            String text = "/streams: only its own streams may be queried";
            return Optional.of(new Complaint(ErrorCode.UNAUTHORIZED, text));
        }
        Optional<Presence> presence = presence(registration, query);
        if (presence.isEmpty()) {
            String text = query.sessionId().isPresent()
                    ? "/sessionId: no such session, or not yours"
                    : "/sessionId: is needed from a provider of all sessions";
            return Optional.of(new Complaint(ErrorCode.INVALID_SESSION, text));
        }
        answer(presence.get(), query);
        return Optional.empty();
    }

    private static boolean asksForOthers(Registration registration, StreamQuery query) {
        return !registration.principal().trust().may(Capability.QUERY_ALL_STREAMS)
                && query.streams().stream().anyMatch(address -> !isOwn(registration, address));
    }

    private static boolean isOwn(Registration registration, StreamAddress address) {
        String own = registration.identity().name().folded();
        return address.provider().map(provider -> provider.folded().equals(own)).orElse(true);
    }

    private static Optional<Presence> presence(Registration registration, StreamQuery query) {
        Map<SessionId, Presence> presences = registration.presencesBySession();
        if (query.sessionId().isPresent()) {
            return Optional.ofNullable(presences.get(query.sessionId().get()));
        }
        return registration.key().scope().isAll()
                ? Optional.empty()
                : presences.values().stream().findFirst();
    }

    private void answer(Presence presence, StreamQuery query) {
        Map<String, Optional<StreamShelf.Stream>> streams = find(presence, query);
        int last = (int) Math.min(
                query.last().orElse(kernel.limit(Limit.QUERY_DEFAULT_LAST)), kernel.limit(Limit.QUERY_MAX_LAST));
        int kept = howManyFit(streams, last);
        Map<String, List<StreamEntry>> entries = new LinkedHashMap<>();
        for (Map.Entry<String, Optional<StreamShelf.Stream>> stream : streams.entrySet()) {
            entries.put(
                    stream.getKey(),
                    stream.getValue().map(it -> it.newest(kept)).orElse(List.of()));
        }
        kernel.effects()
                .send(
                        presence.registration().connection().id(),
                        new StreamHistory(query.queryId(), presence.session().id(), entries, kept < last));
    }

    /** The streams asked for, by the names they have in the answer. */
    private static Map<String, Optional<StreamShelf.Stream>> find(Presence presence, StreamQuery query) {
        StreamShelf shelf = presence.session().streams();
        ProviderName own = presence.registration().identity().name();
        Map<String, Optional<StreamShelf.Stream>> found = new LinkedHashMap<>();
        if (query.streams().isEmpty()) {
            shelf.of(presence.streamOwner())
                    .forEach(stream -> found.put(stream.name() + "@" + own, Optional.of(stream)));
        }
        for (StreamAddress address : query.streams()) {
            ProviderName provider = address.provider().orElse(own);
            String owner = isOwn(presence.registration(), address) ? presence.streamOwner() : provider.folded();
            found.put(address.stream() + "@" + provider, shelf.find(owner, address.stream()));
        }
        return found;
    }

    /**
     * How many entries of each stream fit into a message; counted, not written, since a small query may ask for much.
     */
    private int howManyFit(Map<String, Optional<StreamShelf.Stream>> streams, int last) {
        int[] lengths = new int[last];
        int left = kernel.limit(Limit.MESSAGE) - MESSAGE_ENVELOPE;
        for (Map.Entry<String, Optional<StreamShelf.Stream>> stream : streams.entrySet()) {
            left -= STREAM_ENVELOPE + stream.getKey().length();
            stream.getValue().ifPresent(it -> it.addWireLengths(lengths));
        }
        int kept = 0;
        while (kept < last && left >= lengths[kept]) {
            left -= lengths[kept];
            kept++;
        }
        return kept;
    }
}
