package io.tapgateway.app.home;

import io.tapgateway.runtime.system.OwnerOnly;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;

/**
 * A directory that only this user can enter: it is no link, belongs to this user, takes files, and is open to nobody
 * else (T-08). Immutable.
 */
public final class PrivateDirectory {
    private final Path path;

    private PrivateDirectory(Path path) {
        this.path = path;
    }

    /**
     * Creates the directory where it is missing, and makes it private where it is not.
     *
     * @throws Problem if it cannot be made, is a link, or belongs to somebody else
     */
    public static PrivateDirectory open(Path directory) throws Problem {
        Path path = directory.toAbsolutePath().normalize();
        try {
            requireNoLink(path);
            OwnerOnly rights = OwnerOnly.at(path);
            Files.createDirectories(path, rights.newDirectory());
            if (!owner(path).equals(thisUser(path))) {
                throw new Problem(path + " belongs to another user; choose a directory of your own.");
            }
            if (rights.isOpenToOthers(path)) {
                rights.close(path);
            }
            if (rights.isOpenToOthers(path)) {
                throw new Problem("The file system of " + path + " lets everybody in, whatever is asked of it;"
                        + " choose a directory elsewhere.");
            }
            return new PrivateDirectory(path);
        } catch (FileAlreadyExistsException e) {
            throw new Problem(path + " cannot be created: " + e.getFile() + " is no directory; choose another place.");
        } catch (AccessDeniedException e) {
            throw new Problem("No permission to write to " + e.getFile() + "; choose another directory.");
        } catch (UnsupportedOperationException e) {
            throw new Problem(path + " cannot be used: " + e.getMessage() + "; choose a directory elsewhere.");
        } catch (IOException e) {
            throw new Problem(path + " cannot be used: " + reason(e) + "; choose another directory.");
        }
    }

    /** Whether users other than the owner may do anything with {@code directory}. */
    static boolean isOpenToOthers(Path directory) throws IOException {
        return OwnerOnly.at(directory).isOpenToOthers(directory);
    }

    /** Why an operation on a file failed, as part of a sentence. */
    static String reason(IOException failure) {
        if (failure instanceof FileSystemException specific) {
            String reason = failure instanceof NoSuchFileException ? "no such file or directory" : "no permission";
            return specific.getReason() == null ? reason : specific.getReason();
        }
        return String.valueOf(failure.getMessage());
    }

    /** The directory. */
    public Path path() {
        return path;
    }

    Path file(String name) {
        return path.resolve(name);
    }

    private static void requireNoLink(Path path) throws Problem {
        if (Files.isSymbolicLink(path)) {
            throw new Problem(path + " is a symbolic link; name the directory itself.");
        }
    }

    private static UserPrincipal owner(Path path) throws IOException {
        return Files.getOwner(path, LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Who runs this, as the file system of a directory knows it: whoever owns a file that was just made there is this
     * user; no other question is answered on every system.
     */
    public static UserPrincipal thisUser(Path directory) throws IOException {
        Path probe = Files.createTempFile(directory, ".probe", "");
        try {
            return owner(probe);
        } finally {
            Files.deleteIfExists(probe);
        }
    }
}
