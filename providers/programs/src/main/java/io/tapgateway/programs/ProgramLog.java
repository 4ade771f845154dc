package io.tapgateway.programs;

import io.tapgateway.runtime.system.OwnerOnly;
import io.tapgateway.runtime.system.RegularFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a program has printed, without what a terminal would obey (T-29): the newest, in two files for this user only,
 * of which the older one is replaced when the newer one is full. A full disk loses lines, not the program. Confined to
 * the thread that reads the program's output.
 */
public final class ProgramLog implements ProgramOutput {
    /** How large one of the two files may become. */
    public static final int MAX_FILE_BYTES = 1 << 20;

    private static final int DELETE = 0x7F;

    /** The first byte of the characters from U+0080 to U+00BF, and second bytes of some of them. */
    private static final int LATIN_1 = 0xC2;

    private static final int NO_BREAK_SPACE = 0xA0;
    private static final int INVERTED_QUESTION_MARK = 0xBF;

    private static final Logger LOG = LoggerFactory.getLogger(ProgramLog.class);

    private final Path file;
    private SeekableByteChannel channel;
    private long written;

    /** The last byte begins a character of two bytes, of which some are controls. */
    private boolean inCharacter;

    private ProgramLog(Path file, SeekableByteChannel channel) throws IOException {
        this.file = file;
        this.channel = channel;
        this.written = channel.size();
    }

    /**
     * Goes on with a file, or begins it.
     *
     * @throws IOException if it cannot be written, or is no regular file
     */
    public static ProgramLog open(Path file) throws IOException {
        return new ProgramLog(file, append(file));
    }

    @Override
    public void write(byte[] bytes, int length) {
        try {
            if (written + length > MAX_FILE_BYTES) {
                rotate();
            }
            ByteBuffer rest = ByteBuffer.wrap(harmless(bytes, length));
            while (rest.hasRemaining()) {
                written += channel.write(rest);
            }
        } catch (IOException e) {
            LOG.debug("{} loses lines", file, e);
        }
    }

    /** Byte for byte, since a character may come in two pieces. */
    private byte[] harmless(byte[] bytes, int length) {
        byte[] shown = Arrays.copyOf(bytes, length);
        for (int i = 0; i < length; i++) {
            int b = Byte.toUnsignedInt(bytes[i]);
            if ((b < ' ' && b != '\n' && b != '\t') || b == DELETE) {
                shown[i] = (byte) (b == '\r' ? ' ' : '?');
            } else if (inCharacter && b < NO_BREAK_SPACE) {
                shown[i] = (byte) INVERTED_QUESTION_MARK;
            }
            inCharacter = b == LATIN_1;
        }
        return shown;
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.debug("{} may have lost its end", file, e);
        }
    }

    private void rotate() throws IOException {
        channel.close();
        Files.move(
                file,
                file.resolveSibling(file.getFileName() + ".1"),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
        channel = append(file);
        written = 0;
    }

    private static SeekableByteChannel append(Path file) throws IOException {
        return Files.newByteChannel(
                RegularFile.at(file),
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS),
                OwnerOnly.at(file).newFile());
    }
}
