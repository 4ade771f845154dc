package io.tapgateway.runtime.core.state;

import io.tapgateway.protocol.codec.MessageSize;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.StreamEntry;
import io.tapgateway.protocol.model.StreamName;
import io.tapgateway.runtime.StreamView;
import io.tapgateway.runtime.core.kernel.Utf8;
import io.tapgateway.runtime.core.rule.EventFilter;
import io.tapgateway.runtime.core.rule.OncePerMinute;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The streams of one session, within their budgets of number, entries and bytes (A/limits, D-196 – D-199). Confined to
 * the loop.
 */
public final class StreamShelf {
    /** @param wireLength how many bytes it takes in a message */
    private record Stored(StreamEntry entry, int bytes, int wireLength, long order) {}

    /** One stream. */
    public static final class Stream {
        private final String owner;
        private final StreamName name;
        private final ArrayDeque<Stored> entries = new ArrayDeque<>();
        private long newestSeq;
        private StreamView view;
        private Optional<EventFilter> filter = Optional.empty();
        private OncePerMinute filterWarnings = new OncePerMinute();

        private Stream(String owner, StreamName name) {
            this.owner = owner;
            this.name = name;
            this.view = new StreamView(name + "@" + owner, 0);
        }

        public StreamName name() {
            return name;
        }

        /** The name under which hosts read the stream, and events and the timeline tell of it: {@code name@owner}. */
        public String address() {
            return view.name();
        }

        /** What becomes of its events; empty if nobody has ever said (D-107). It stays as long as the stream. */
        public Optional<EventFilter> filter() {
            return filter;
        }

        public void setFilter(EventFilter next) {
            filter = Optional.of(next);
            filterWarnings = new OncePerMinute();
        }

        /** Whether it may be mentioned now that a rule of the filter could not be decided (D-169). */
        public boolean isFilterWarningDue(int rule, long now) {
            return filterWarnings.isDue(rule, now);
        }

        /** How many entries are retained. */
        public int size() {
            return entries.size();
        }

        /** As administration sees it; the same one for as long as it looks the same. */
        public StreamView view() {
            if (view.events() != entries.size()) {
                view = new StreamView(view.name(), entries.size());
            }
            return view;
        }

        /** The number of the newest entry: the first that was ever stored has number 1; 0 if there was none. */
        public long newestSeq() {
            return newestSeq;
        }

        /** The newest entries, newest first. */
        public List<StreamEntry> newest(int most) {
            List<StreamEntry> found = new ArrayList<>();
            Iterator<Stored> newestFirst = entries.descendingIterator();
            while (newestFirst.hasNext() && found.size() < most) {
                found.add(newestFirst.next().entry);
            }
            return found;
        }

        /** Adds how many bytes each entry takes in a message to the sum at its place: newest first. */
        public void addWireLengths(int[] sums) {
            Iterator<Stored> newestFirst = entries.descendingIterator();
            for (int i = 0; i < sums.length && newestFirst.hasNext(); i++) {
                sums[i] += newestFirst.next().wireLength;
            }
        }
    }

    private final Limits limits;
    private final Map<String, Map<String, Stream>> byOwner = new LinkedHashMap<>();
    private final Map<String, Long> bytesByOwner = new LinkedHashMap<>();
    private long bytes;
    private long stored;

    StreamShelf(Limits limits) {
        this.limits = limits;
    }

    /** The stream of that name; made if there is room for one more of that owner. */
    public Optional<Stream> open(String owner, StreamName name) {
        return refusal(owner, name).isPresent()
                ? Optional.empty()
                : Optional.of(byOwner.computeIfAbsent(owner, key -> new LinkedHashMap<>())
                        .computeIfAbsent(name.value(), key -> new Stream(owner, name)));
    }

    /** Why a stream of that name cannot be opened: it is a new one, and its owner has as many as it may (D-199). */
    public Optional<InvalidMessage> refusal(String owner, StreamName name) {
        Map<String, Stream> streams = byOwner.getOrDefault(owner, Map.of());
        int most = limits.get(Limit.STREAMS_PER_PROVIDER);
        return streams.size() < most || streams.containsKey(name.value())
                ? Optional.empty()
                : Optional.of(InvalidMessage.tooLarge("/stream", "the provider has " + most + " streams already"));
    }

    /** The stream of that name, if there is one. */
    public Optional<Stream> find(String owner, StreamName name) {
        return Optional.ofNullable(byOwner.getOrDefault(owner, Map.of()).get(name.value()));
    }

    /** All streams of one owner, in the order in which they appeared. */
    public Collection<Stream> of(String owner) {
        return byOwner.getOrDefault(owner, Map.of()).values();
    }

    /** All owners. */
    public Collection<String> owners() {
        return byOwner.keySet();
    }

    /** Adds an entry; the oldest give way, first in this stream, then of this owner, then of the session. */
    public void store(Stream stream, StreamEntry entry) {
        int size = Utf8.length(entry.event())
                + entry.metadata().map(JsonValue::json).map(Utf8::length).orElse(0);
        stream.newestSeq++;
        stream.entries.addLast(new Stored(entry, size, MessageSize.inBytes(entry), stored++));
        account(stream.owner, size);
        while (stream.entries.size() > limits.get(Limit.EVENTS_PER_STREAM)) {
            evict(stream);
        }
        while (bytesByOwner.getOrDefault(stream.owner, 0L) > limits.get(Limit.STREAM_BYTES_PER_PROVIDER)) {
            evict(oldest(of(stream.owner)));
        }
        while (bytes > limits.get(Limit.STREAM_BYTES_PER_SESSION)) {
            List<Stream> all = new ArrayList<>();
            byOwner.values().forEach(streams -> all.addAll(streams.values()));
            evict(oldest(all));
        }
    }

    /** Bytes of text retained. */
    public long bytes() {
        return bytes;
    }

    private void evict(Stream stream) {
        account(stream.owner, -stream.entries.removeFirst().bytes);
    }

    private void account(String owner, long size) {
        bytesByOwner.merge(owner, size, Long::sum);
        bytes += size;
    }

    private static Stream oldest(Collection<Stream> streams) {
        return streams.stream()
                .filter(stream -> !stream.entries.isEmpty())
                .min((a, b) -> Long.compare(a.entries.getFirst().order, b.entries.getFirst().order))
                .orElseThrow();
    }
}
