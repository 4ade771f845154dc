package io.tapgateway.examples.log;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A file to which others add lines. Confined to one thread. */
final class GrowingFile {
    private static final int MAX_BYTES_AT_ONCE = 64 * 1024;

    private final Path file;
    private final ByteArrayOutputStream unfinished = new ByteArrayOutputStream();
    private long offset;

    /** Begins at the present end of the file, which need not exist yet. */
    GrowingFile(Path file) throws IOException {
        this.file = file;
        this.offset = size();
    }

    /** The lines that have been added since, or some of them if there are very many. */
    List<String> added() throws IOException {
        long size = size();
        if (size < offset) {
            // It has been begun anew.
            offset = 0;
            unfinished.reset();
        }
        List<String> lines = new ArrayList<>();
        if (size == offset) {
            return lines;
        }
        byte[] bytes = new byte[(int) Math.min(size - offset, MAX_BYTES_AT_ONCE)];
        try (RandomAccessFile opened = new RandomAccessFile(file.toFile(), "r")) {
            opened.seek(offset);
            opened.readFully(bytes);
        }
        offset += bytes.length;
        for (byte one : bytes) {
            if (one == '\n') {
                lines.add(unfinished.toString(StandardCharsets.UTF_8));
                unfinished.reset();
            } else {
                unfinished.write(one);
            }
        }
        lines.removeIf(String::isBlank);
        return lines;
    }

    private long size() throws IOException {
        return Files.exists(file) ? Files.size(file) : 0;
    }
}
