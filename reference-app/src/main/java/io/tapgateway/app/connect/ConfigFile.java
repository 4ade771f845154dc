package io.tapgateway.app.connect;

import io.tapgateway.app.home.Problem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A file of an agent. It is replaced as a whole, with the permissions that it had. Stateless. */
final class ConfigFile {
    /** Larger ones are not touched. */
    static final int MAX_BYTES = 16 << 20;

    private ConfigFile() {}

    /** Nothing if it is not there. */
    static Optional<String> read(Path file) throws Problem {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new Problem(file + " has more than " + MAX_BYTES + " bytes, and is left alone.");
            }
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(Files.readAllBytes(file)))
                    .toString());
        } catch (CharacterCodingException e) {
            throw new Problem(file + " is not written in UTF-8; nothing was changed. Save it in UTF-8 first.");
        } catch (IOException e) {
            throw new Problem(file + " cannot be read; nothing was changed.");
        }
    }

    /** What a symbolic link leads to, or the file itself. */
    static Path followed(Path file) throws Problem {
        try {
            return Files.exists(file)
                    ? file.toRealPath()
                    : file.toAbsolutePath().normalize();
        } catch (IOException e) {
            throw new Problem(file + " cannot be read; nothing was changed.");
        }
    }

    /** The file, and its directories from the inside out, as far as they are not there. */
    static List<String> missing(Path file) {
        List<String> missing = new ArrayList<>();
        for (Path each = file; each != null && !Files.exists(each); each = each.getParent()) {
            missing.add(each.toString());
        }
        return missing;
    }

    /** @param isShared whether others may read it if it is new */
    static void write(Path file, String text, boolean isShared) throws Problem {
        try {
            Files.createDirectories(file.getParent());
            Set<PosixFilePermission> permissions = Files.exists(file)
                    ? Files.getPosixFilePermissions(file)
                    : PosixFilePermissions.fromString(isShared ? "rw-r--r--" : "rw-------");
            Path next = Files.createTempFile(file.getParent(), ".tap", ".tmp");
            try {
                Files.writeString(next, text);
                Files.setPosixFilePermissions(next, permissions);
                Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(next);
            }
        } catch (IOException e) {
            throw new Problem(file + " cannot be written; look whether you may write there, and try again.");
        }
    }

    /** Files and directories that are empty now; what others have put there stays. */
    static void remove(List<String> created) throws Problem {
        for (String each : created) {
            Path path = Path.of(each);
            try {
                if (Files.isDirectory(path)) {
                    try (var content = Files.list(path)) {
                        if (content.findAny().isPresent()) {
                            return;
                        }
                    }
                }
                Files.deleteIfExists(path);
            } catch (IOException e) {
                throw new Problem(path + " cannot be removed; remove it yourself.");
            }
        }
    }
}
