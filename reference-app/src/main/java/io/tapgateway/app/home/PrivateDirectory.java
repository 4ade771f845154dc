package io.tapgateway.app.home;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Set;

/**
 * A directory that only this user can enter: it is no link, belongs to this user, takes files, and has mode 0700
 * (T-08). Immutable.
 */
public final class PrivateDirectory {
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");
    private static final FileAttribute<Set<PosixFilePermission>> CREATED_OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(OWNER_ONLY);

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
            Files.createDirectories(path, CREATED_OWNER_ONLY);
            UserPrincipal owner = attributes(path).owner();
            if (!owner.equals(thisUser(path))) {
                throw new Problem(path + " belongs to another user; choose a directory of your own.");
            }
            if (isOpenToOthers(path)) {
                Files.setPosixFilePermissions(path, OWNER_ONLY);
            }
            return new PrivateDirectory(path);
        } catch (FileAlreadyExistsException e) {
            throw new Problem(path + " cannot be created: " + e.getFile() + " is no directory; choose another place.");
        } catch (AccessDeniedException e) {
            throw new Problem("No permission to write to " + e.getFile() + "; choose another directory.");
        } catch (UnsupportedOperationException e) {
            throw new Problem(
                    "The file system of " + path + " knows no owner-only files; choose a directory elsewhere.");
        } catch (IOException e) {
            throw new Problem(path + " cannot be used: " + reason(e) + "; choose another directory.");
        }
    }

    /** Whether users other than the owner may do anything with {@code directory}. */
    static boolean isOpenToOthers(Path directory) throws IOException {
        return !OWNER_ONLY.containsAll(attributes(directory).permissions());
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

    private static PosixFileAttributes attributes(Path path) throws IOException {
        return Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Who runs this, as the file system of a directory knows it: whoever owns a file that was just made there is this
     * user; no other question is answered on every system.
     */
    public static UserPrincipal thisUser(Path directory) throws IOException {
        Path probe = Files.createTempFile(directory, ".probe", "");
        try {
            return attributes(probe).owner();
        } finally {
            Files.deleteIfExists(probe);
        }
    }
}
