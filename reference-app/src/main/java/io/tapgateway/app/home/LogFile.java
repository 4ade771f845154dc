package io.tapgateway.app.home;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** One of the logs in a home, read from its end, and on as it grows. Confined to one thread. */
public final class LogFile {
    /** Of a longer log, what comes before is not read. */
    static final int MAX_BYTES = 1 << 20;

    private static final String ENDING = ".log";

    private final Path file;
    private long seen;

    private LogFile(Path file) {
        this.file = file;
    }

    /** The logs of a directory that may not be there, by name. */
    public static List<LogFile> in(Path directory) throws Problem {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().endsWith(ENDING))
                    .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .map(LogFile::new)
                    .sorted(Comparator.comparing(LogFile::name))
                    .toList();
        } catch (IOException e) {
            throw new Problem(directory + " cannot be read; is it yours?");
        }
    }

    /** The log in that file, if there is one. */
    static Optional<LogFile> at(Path file) {
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) ? Optional.of(new LogFile(file)) : Optional.empty();
    }

    /** The log of that name, or of the program of that name, whatever started it. */
    public static Optional<LogFile> find(List<LogFile> logs, String name) {
        return logs.stream()
                .filter(log -> log.name().equals(name))
                .findFirst()
                .or(() -> logs.stream()
                        .filter(log -> log.name().endsWith("-" + name))
                        .findFirst());
    }

    /** Its name without the ending that all of them have. */
    public String name() {
        String name = file.getFileName().toString();
        return name.substring(0, name.length() - ENDING.length());
    }

    /** How large it is; 0 if it is gone. */
    public long size() {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return 0;
        }
    }

    /** When it was written to last, to the second; the beginning of time if it is gone. */
    public Instant written() {
        try {
            return Files.getLastModifiedTime(file).toInstant().truncatedTo(ChronoUnit.SECONDS);
        } catch (IOException e) {
            return Instant.EPOCH;
        }
    }

    /** Its last lines; what comes after them is unseen. */
    public List<String> last(int lines) throws IOException {
        return lastSince(0, lines);
    }

    /**
     * The same of what stands after a place.
     *
     * @param place in bytes; the beginning counts where the log has begun anew since
     */
    public List<String> lastSince(long place, int lines) throws IOException {
        long size = size();
        long from = place > size ? 0 : place;
        seen = Math.max(from, size - MAX_BYTES);
        boolean cut = seen > from;
        List<String> all = unseen();
        List<String> whole = cut && !all.isEmpty() ? all.subList(1, all.size()) : all;
        return whole.subList(Math.max(0, whole.size() - lines), whole.size());
    }

    /** Whole lines that have come since; from the beginning if the log has begun anew. */
    public List<String> unseen() throws IOException {
        if (!Files.exists(file)) {
            return List.of();
        }
        try (FileChannel channel = FileChannel.open(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
            if (channel.size() < seen) {
                seen = 0;
            }
            ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(MAX_BYTES, channel.size() - seen));
            int read;
            do {
                read = channel.read(bytes, seen + bytes.position());
            } while (read > 0);
            int length = whole(bytes);
            seen += length;
            return new String(bytes.array(), 0, length, StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
    }

    /** How many bytes are whole lines; what is longer than all that is read at once counts as one. */
    private static int whole(ByteBuffer bytes) {
        for (int length = bytes.position(); length > 0; length--) {
            if (bytes.get(length - 1) == '\n') {
                return length;
            }
        }
        return bytes.position() == MAX_BYTES ? MAX_BYTES : 0;
    }
}
