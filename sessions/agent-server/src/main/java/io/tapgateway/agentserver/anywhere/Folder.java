package io.tapgateway.agentserver.anywhere;

import io.tapgateway.protocol.model.MayChange;
import io.tapgateway.protocol.model.Sha256;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A folder in which an agent works, as clients know it. Immutable.
 *
 * @param id a few letters that follow from its real path
 * @param name the last component of its path
 * @param path as it was named, absolute
 * @param real the same without links
 * @param created since when it is served
 */
@MayChange
public record Folder(String id, String name, Path path, Path real, Instant created) {
    /** The id of the folder that nobody has named. */
    private static final String DEFAULT = "default";

    private static final int LETTERS = 10;
    private static final int LETTERS_ON_COLLISION = 16;
    private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
    private static final int BITS = 5;

    /**
     * The next folder.
     *
     * @param real its path without links
     * @param taken ids that others have
     */
    public static Folder of(Path path, Path real, Instant created, Set<String> taken) {
        String letters = letters(real.toString());
        String id = letters.substring(0, LETTERS);
        Path last = Optional.ofNullable(path.getFileName()).orElse(path);
        return new Folder(
                taken.contains(id) ? letters.substring(0, LETTERS_ON_COLLISION) : id,
                last.toString(),
                path,
                real,
                created);
    }

    /** The same as the only one, which nobody has named. */
    public Folder asDefault() {
        return new Folder(DEFAULT, name, path, real, created);
    }

    /** Whether that is its id, or an absolute path of it. */
    boolean isCalled(String name) {
        return name.equals(id) || name.equals(path.toString()) || name.equals(real.toString());
    }

    private static String letters(String text) {
        byte[] hash = Sha256.of(text);
        List<String> letters = new ArrayList<>();
        int buffer = 0;
        int bits = 0;
        for (byte each : hash) {
            buffer = ((buffer << Byte.SIZE) | (each & 0xff)) & 0xffff;
            bits += Byte.SIZE;
            while (bits >= BITS) {
                bits -= BITS;
                int letter = (buffer >> bits) & 31;
                letters.add(ALPHABET.substring(letter, letter + 1));
            }
        }
        return String.join("", letters);
    }
}
