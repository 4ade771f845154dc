package io.tapgateway.workspace.checkpoint;

import io.tapgateway.protocol.model.Sha256;
import io.tapgateway.workspace.files.Roots;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * What is in recorded files, by its SHA-256, each content once (F-034). New contents are appended to packs as they are,
 * so that whoever waits for a checkpoint does not wait for more than reading; {@link #settle} deflates them later. A
 * pack never changes once it has its name. Confined to the store's thread.
 */
final class PackFiles {
    private static final String PACK = "pack-";
    private static final byte[] BEGINNING = {'t', 'g', 'p', '1'};
    private static final int HASH_BYTES = 32;
    private static final int HEADER_BYTES = HASH_BYTES + 1 + 4 + 4;
    private static final int BUFFER_BYTES = 1 << 20;

    /** A pack is closed when it has as many: settling one takes less time than a tool waits. */
    private static final int PACK_BYTES = 8 << 20;

    private final StoreFiles files;
    private final Map<String, Place> places = new HashMap<>();
    private final Map<String, List<String>> packs = new LinkedHashMap<>();

    /** How a content stands in its pack. */
    private enum Form {
        /** As it is, for the time being. */
        FRESH(0),
        /** Deflated. */
        DEFLATED(1),
        /** As it is, since deflating it gains nothing. */
        PLAIN(2);

        private final int code;

        Form(int code) {
            this.code = code;
        }

        private static Optional<Form> of(int code) {
            return Arrays.stream(values()).filter(form -> form.code == code).findFirst();
        }
    }

    private record Place(String pack, long offset, Form form, int size, int stored) {}

    PackFiles(StoreFiles files) {
        this.files = files;
    }

    /** Looks which packs there are, since another program may have added some or taken some away. */
    void refresh() throws IOException {
        Set<String> there = new HashSet<>();
        for (String name : files.names()) {
            if (name.startsWith(PACK)) {
                there.add(name);
            }
        }
        Set<String> gone = new HashSet<>(packs.keySet());
        gone.removeAll(there);
        gone.forEach(this::forget);
        for (String name : there) {
            if (!packs.containsKey(name)) {
                scan(name);
            }
        }
    }

    private void forget(String pack) {
        packs.remove(pack);
        places.values().removeIf(place -> place.pack().equals(pack));
    }

    /** What follows a header that makes no sense is not there: the system has lost the end of the file. */
    private void scan(String pack) throws IOException {
        List<String> hashes = new ArrayList<>();
        try (SeekableByteChannel channel = files.directory().read(pack)) {
            long at = BEGINNING.length;
            ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
            while (at + HEADER_BYTES <= channel.size()) {
                header.clear();
                channel.position(at);
                readFully(channel, header);
                String hash = HexFormat.of().formatHex(header.array(), 0, HASH_BYTES);
                Optional<Form> form = Form.of(header.get(HASH_BYTES));
                int size = header.getInt(HASH_BYTES + 1);
                int stored = header.getInt(HASH_BYTES + 5);
                at += HEADER_BYTES;
                if (form.isEmpty() || size < 0 || stored < 0 || at + stored > channel.size()) {
                    break;
                }
                hashes.add(hash);
                places.putIfAbsent(hash, new Place(pack, at, form.get(), size, stored));
                at += stored;
            }
        }
        packs.put(pack, hashes);
    }

    boolean has(String hash) {
        return places.containsKey(hash);
    }

    /**
     * The content of that hash, which it has been held against (F-040).
     *
     * @throws IOException if it is not there, or is something else
     */
    byte[] read(String hash) throws IOException {
        Place place = Optional.ofNullable(places.get(hash))
                .orElseThrow(() -> new IOException("a content is missing in the store: " + hash));
        byte[] content = inflated(place, stored(place));
        if (!Sha256.hex(content).equals(hash)) {
            throw new IOException("a content in the store is damaged: " + hash);
        }
        return content;
    }

    private byte[] stored(Place place) throws IOException {
        ByteBuffer stored = ByteBuffer.allocate(place.stored());
        try (SeekableByteChannel channel = files.directory().read(place.pack())) {
            channel.position(place.offset());
            readFully(channel, stored);
        }
        return stored.array();
    }

    private static byte[] inflated(Place place, byte[] stored) throws IOException {
        if (place.form() != Form.DEFLATED) {
            return stored;
        }
        Inflater inflater = new Inflater(true);
        try {
            inflater.setInput(stored);
            byte[] content = new byte[place.size()];
            int length = 0;
            while (length < content.length) {
                int more = inflater.inflate(content, length, content.length - length);
                if (more == 0) {
                    throw new IOException("a content in the store ends too early");
                }
                length += more;
            }
            return content;
        } catch (DataFormatException e) {
            throw new IOException("a content in the store is damaged", e);
        } finally {
            inflater.end();
        }
    }

    private static void readFully(SeekableByteChannel channel, ByteBuffer into) throws IOException {
        while (into.hasRemaining()) {
            if (channel.read(into) < 0) {
                throw new IOException("a pack ends too early");
            }
        }
    }

    /** Begins to add contents. */
    Addition add() {
        return new Addition();
    }

    /** Contents that are being added; they are there once they are {@linkplain #commit committed}. */
    final class Addition implements AutoCloseable {
        private final List<OpenPack> full = new ArrayList<>();
        private final Map<String, Place> added = new HashMap<>();
        private Optional<OpenPack> open = Optional.empty();

        private Addition() {}

        /** Adds a content, unless it is there already. */
        void put(String hash, byte[] content) throws IOException {
            if (!has(hash) && !added.containsKey(hash)) {
                put(hash, Form.FRESH, content.length, content);
            }
        }

        private void put(String hash, Form form, int size, byte[] stored) throws IOException {
            if (open.isEmpty()) {
                open = Optional.of(new OpenPack());
            }
            OpenPack pack = open.get();
            added.put(hash, pack.append(hash, form, size, stored));
            if (pack.length >= PACK_BYTES) {
                pack.finish();
                full.add(pack);
                open = Optional.empty();
            }
        }

        /**
         * Gives the packs their names.
         *
         * @param durable whether the contents have to survive the system's end from now on
         */
        void commit(boolean durable) throws IOException {
            if (open.isPresent()) {
                open.get().finish();
                full.add(open.get());
                open = Optional.empty();
            }
            for (OpenPack pack : full) {
                pack.close(durable);
            }
            for (OpenPack pack : full) {
                files.directory().rename(pack.unnamed, pack.name);
                packs.put(pack.name, List.copyOf(pack.hashes));
            }
            full.clear();
            places.putAll(added);
            added.clear();
        }

        /** Without a commit, nothing was added. */
        @Override
        public void close() {
            open.ifPresent(full::add);
            open = Optional.empty();
            for (OpenPack pack : full) {
                pack.abandon();
            }
        }
    }

    /** A pack without a name yet. */
    private final class OpenPack {
        private final UUID id = UUID.randomUUID();
        private final String unnamed = StoreFiles.UNNAMED + id;
        private final String name = PACK + id;
        private final SeekableByteChannel channel = files.directory().createPrivate(unnamed);
        private final List<String> hashes = new ArrayList<>();
        private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
        private long length;

        private OpenPack() throws IOException {
            write(BEGINNING);
        }

        private Place append(String hash, Form form, int size, byte[] stored) throws IOException {
            ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES)
                    .put(HexFormat.of().parseHex(hash))
                    .put((byte) form.code)
                    .putInt(size)
                    .putInt(stored.length);
            write(header.array());
            Place place = new Place(name, length, form, size, stored.length);
            write(stored);
            hashes.add(hash);
            return place;
        }

        private void write(byte[] bytes) throws IOException {
            if (bytes.length > buffer.remaining()) {
                finish();
            }
            if (bytes.length > buffer.capacity()) {
                StoreFiles.writeFully(channel, ByteBuffer.wrap(bytes));
            } else {
                buffer.put(bytes);
            }
            length += bytes.length;
        }

        private void finish() throws IOException {
            StoreFiles.writeFully(channel, buffer.flip());
            buffer.clear();
        }

        private void close(boolean durable) throws IOException {
            if (durable) {
                Roots.force(channel);
            }
            channel.close();
        }

        private void abandon() {
            try {
                channel.close();
            } catch (IOException e) {
                // It is removed anyway.
            }
            Roots.removeQuietly(files.directory(), unnamed);
        }
    }

    /**
     * Deflates what is fresh in one of the packs.
     *
     * @param needed if it is known, what nobody needs is taken out of the packs as well; what is in two of them is
     *     needed in one
     * @return whether there was something to do, and so may be more
     */
    boolean settle(Optional<Set<String>> needed) throws IOException {
        for (Map.Entry<String, List<String>> each : packs.entrySet()) {
            String pack = each.getKey();
            List<String> staying = each.getValue().stream()
                    .filter(hash -> isIn(pack, hash))
                    .filter(hash -> needed.isEmpty() || needed.get().contains(hash))
                    .toList();
            boolean shrinks = staying.size() < each.getValue().size();
            boolean fresh = staying.stream().anyMatch(hash -> placeOf(hash).form() == Form.FRESH);
            if (fresh || (needed.isPresent() && shrinks)) {
                rewrite(pack, staying);
                return true;
            }
        }
        return false;
    }

    private Place placeOf(String hash) {
        return Optional.ofNullable(places.get(hash)).orElseThrow();
    }

    private boolean isIn(String pack, String hash) {
        return has(hash) && placeOf(hash).pack().equals(pack);
    }

    /** Killed between the two steps, both packs are there, which harms nobody. */
    private void rewrite(String pack, List<String> staying) throws IOException {
        try (Addition settled = add()) {
            for (String hash : staying) {
                Place place = placeOf(hash);
                byte[] stored = stored(place);
                if (place.form() == Form.FRESH) {
                    byte[] deflated = deflated(stored);
                    boolean smaller = deflated.length < stored.length;
                    settled.put(hash, smaller ? Form.DEFLATED : Form.PLAIN, stored.length, smaller ? deflated : stored);
                } else {
                    settled.put(hash, place.form(), place.size(), stored);
                }
            }
            settled.commit(true);
        }
        files.delete(pack);
        forget(pack);
    }

    private static byte[] deflated(byte[] content) {
        Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
        try {
            deflater.setInput(content);
            deflater.finish();
            ByteBuffer out = ByteBuffer.allocate(content.length + 64);
            byte[] some = new byte[Math.min(content.length + 64, 64 << 10)];
            while (!deflater.finished()) {
                int length = deflater.deflate(some);
                if (length > out.remaining()) {
                    return content;
                }
                out.put(some, 0, length);
            }
            byte[] deflated = new byte[out.position()];
            out.flip().get(deflated);
            return deflated;
        } finally {
            deflater.end();
        }
    }

    /** How many bytes of contents there are in packs, as they stand there. */
    long storedBytes() {
        return places.values().stream().mapToLong(Place::stored).sum();
    }
}
