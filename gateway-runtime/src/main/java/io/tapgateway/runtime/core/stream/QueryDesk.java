package io.tapgateway.runtime.core.stream;

import io.tapgateway.protocol.codec.MessageCodec;
import io.tapgateway.protocol.message.StreamHistory;
import io.tapgateway.protocol.message.StreamQuery;
import io.tapgateway.protocol.model.Capability;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.StreamAddress;
import io.tapgateway.protocol.model.StreamEntry;
import io.tapgateway.runtime.core.connection.Complaints;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.state.Connection;
import io.tapgateway.runtime.core.state.Presence;
import io.tapgateway.runtime.core.state.Registration;
import io.tapgateway.runtime.core.state.StreamShelf;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Answers {@code stream.query} (D-200, D-201). Confined to the loop. */
public final class QueryDesk {
    private final Kernel kernel;
    private final Complaints complaints;

    public QueryDesk(Kernel kernel, Complaints complaints) {
        this.kernel = kernel;
        this.complaints = complaints;
    }

    /** A bound provider asks for history. */
    public void query(Connection connection, Registration registration, StreamQuery query) {
        if (query.streams().size() > kernel.limit(Limit.QUERY_STREAMS)) {
            complaints.refuse(connection, query, ErrorCode.PAYLOAD_TOO_LARGE, "/streams: more than 20 names");
        } else if (asksForOthers(registration, query)) {
            complaints.refuse(connection, query, ErrorCode.UNAUTHORIZED, "only its own streams may be queried");
        } else {
            Optional<Presence> presence = presence(registration, query);
            if (presence.isEmpty()) {
                complaints.refuse(connection, query, ErrorCode.INVALID_SESSION, "no such session, or not yours");
            } else {
                answer(connection, presence.get(), query);
            }
        }
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

    private void answer(Connection connection, Presence presence, StreamQuery query) {
        int last = (int) Math.min(
                query.last().orElse(kernel.limit(Limit.QUERY_DEFAULT_LAST)), kernel.limit(Limit.QUERY_MAX_LAST));
        Map<String, List<StreamEntry>> found = find(presence, query, last);
        boolean truncated = false;
        StreamHistory history =
                new StreamHistory(query.queryId(), presence.session().id(), found, false);
        while (!fits(history)) {
            truncated = true;
            found.replaceAll((name, entries) -> entries.subList(0, entries.size() / 2));
            history = new StreamHistory(query.queryId(), presence.session().id(), found, truncated);
        }
        kernel.effects().send(connection.id(), history);
    }

    private static Map<String, List<StreamEntry>> find(Presence presence, StreamQuery query, int last) {
        StreamShelf shelf = presence.session().streams();
        ProviderName own = presence.registration().identity().name();
        Map<String, List<StreamEntry>> found = new LinkedHashMap<>();
        if (query.streams().isEmpty()) {
            for (StreamShelf.Stream stream : shelf.of(presence.streamOwner())) {
                found.put(stream.name() + "@" + own, stream.newest(last));
            }
        }
        for (StreamAddress address : query.streams()) {
            ProviderName provider = address.provider().orElse(own);
            String owner = isOwn(presence.registration(), address) ? presence.streamOwner() : provider.folded();
            List<StreamEntry> entries = shelf.find(owner, address.stream())
                    .map(stream -> stream.newest(last))
                    .orElse(List.of());
            found.put(address.stream() + "@" + provider, entries);
        }
        return found;
    }

    private boolean fits(StreamHistory history) {
        int most = kernel.limit(Limit.MESSAGE);
        long characters = history.streams().values().stream()
                .flatMap(List::stream)
                .mapToLong(entry -> entry.event().length()
                        + entry.metadata().map(data -> data.json().length()).orElse(0))
                .sum();
        // Worst case of a character is six bytes ("\u0000"), with some envelope for each entry.
        return characters * 6 + 1_000 < most
                || MessageCodec.encode(history).getBytes(StandardCharsets.UTF_8).length <= most;
    }
}
