package io.tapgateway.app.program;

import com.google.common.hash.Hashing;
import com.google.common.hash.HashingInputStream;
import com.google.common.io.ByteStreams;
import io.tapgateway.app.home.OnlyOurs;
import io.tapgateway.app.home.Problem;
import io.tapgateway.programs.Command;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The regular files of a workspace that command lines name, each with the SHA-256 of what is in it: an approval covers
 * these, and none that they read or start themselves (T-58). Immutable.
 *
 * @param workspace without links
 * @param hashes in hexadecimal, by path
 */
public record NamedFiles(Path workspace, SortedMap<Path, String> hashes) {
    /** The largest file that is covered. */
    static final long MAX_BYTES = 256L << 20;

    public NamedFiles {
        hashes = new TreeMap<>(hashes);
    }

    /**
     * Reads what these commands name.
     *
     * @throws Problem if such a file is too large, cannot be read, or may be written by others
     */
    public static NamedFiles of(Path workspace, Iterable<Command> commands) throws Problem {
        TreeMap<Path, String> hashes = new TreeMap<>();
        for (Command command : commands) {
            for (String part : command.line()) {
                Optional<Path> file = file(workspace, command.directory(), part);
                if (file.isPresent() && !hashes.containsKey(file.get())) {
                    hashes.put(file.get(), hash(file.get()));
                }
            }
        }
        return new NamedFiles(workspace, hashes);
    }

    /**
     * Looks whether the files that a command names are still the same.
     *
     * @throws Problem if one is not
     */
    public void requireUnchanged(Command command) throws Problem {
        for (Map.Entry<Path, String> now :
                of(workspace, List.of(command)).hashes().entrySet()) {
            if (!now.getValue().equals(hashes.get(now.getKey()))) {
                throw new Problem(now.getKey() + " has changed since it was approved, so nothing is started with it;"
                        + " look at it, and start the gateway again to approve it.");
            }
        }
    }

    /** The argument itself, or what follows its {@code =}. A link is covered as what it leads to. */
    private static Optional<Path> file(Path workspace, Path directory, String argument) {
        return regular(workspace, directory, argument)
                .or(() -> regular(workspace, directory, argument.substring(argument.indexOf('=') + 1)));
    }

    private static Optional<Path> regular(Path workspace, Path directory, String name) {
        try {
            Path real = directory.resolve(name).toRealPath();
            return real.startsWith(workspace) && Files.isRegularFile(real) ? Optional.of(real) : Optional.empty();
        } catch (IOException | InvalidPathException e) {
            return Optional.empty();
        }
    }

    private static String hash(Path file) throws Problem {
        OnlyOurs.require(file);
        try (HashingInputStream in = new HashingInputStream(Hashing.sha256(), Files.newInputStream(file))) {
            InputStream limited = ByteStreams.limit(in, MAX_BYTES + 1);
            if (ByteStreams.exhaust(limited) > MAX_BYTES) {
                throw new Problem(
                        file + " has more than " + MAX_BYTES + " bytes, too many for what is to be approved.");
            }
            return in.hash().toString();
        } catch (IOException e) {
            throw new Problem(file + " cannot be read; check its permissions.");
        }
    }
}
