package io.tapgateway.workspace.files;

import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * What is there under a name, looked up once. Immutable.
 *
 * @param kind what it is; a link is a link
 * @param size in bytes
 * @param modified when it was written, in nanoseconds since 1970
 * @param key tells it from what is put in its place; the word {@code none} where the system has no keys
 * @param mode the nine rights as in {@code 0644}; {@link #NO_MODE} where there are none
 */
public record EntryFacts(Kind kind, long size, long modified, String key, int mode) {
    /** Where files have no rights of that kind. */
    public static final int NO_MODE = -1;

    /** They are declared from the owner's right to read down to the others' right to execute, as in a mode. */
    private static final PosixFilePermission[] RIGHTS = PosixFilePermission.values();

    /** What may be there. */
    public enum Kind {
        /** A regular file. */
        FILE,
        /** A directory. */
        DIRECTORY,
        /** A symbolic link. */
        LINK,
        /** A pipe, a socket, a device. */
        OTHER
    }

    static EntryFacts of(BasicFileAttributes attributes) {
        Kind kind = attributes.isRegularFile()
                ? Kind.FILE
                : attributes.isDirectory() ? Kind.DIRECTORY : attributes.isSymbolicLink() ? Kind.LINK : Kind.OTHER;
        int mode = attributes instanceof PosixFileAttributes posix ? mode(posix.permissions()) : NO_MODE;
        Object key = attributes.fileKey();
        return new EntryFacts(
                kind,
                attributes.size(),
                attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS),
                key == null ? "none" : key.toString(),
                mode);
    }

    /** Whether it is a regular file. */
    public boolean isFile() {
        return kind == Kind.FILE;
    }

    /** Whether it is a directory. */
    public boolean isDirectory() {
        return kind == Kind.DIRECTORY;
    }

    /** The rights of a mode. */
    public static Set<PosixFilePermission> rights(int mode) {
        Set<PosixFilePermission> rights = EnumSet.noneOf(PosixFilePermission.class);
        for (int i = 0; i < RIGHTS.length; i++) {
            if ((mode & bit(i)) != 0) {
                rights.add(RIGHTS[i]);
            }
        }
        return rights;
    }

    private static int mode(Set<PosixFilePermission> rights) {
        int mode = 0;
        for (int i = 0; i < RIGHTS.length; i++) {
            if (rights.contains(RIGHTS[i])) {
                mode |= bit(i);
            }
        }
        return mode;
    }

    private static int bit(int right) {
        return 1 << (RIGHTS.length - 1 - right);
    }
}
