package io.tapgateway.runtime.system;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.util.Set;

/**
 * How a file system keeps files and directories to one user (T-08): by POSIX modes, or by access control lists. Links
 * are not followed. Immutable.
 */
public interface OwnerOnly {
    /**
     * What the file system of a place has for it.
     *
     * @throws UnsupportedOperationException if it has nothing; the message names it
     */
    static OwnerOnly at(Path place) {
        Set<String> views = place.getFileSystem().supportedFileAttributeViews();
        if (views.contains("posix")) {
            return PosixModes.INSTANCE;
        }
        if (views.contains("acl")) {
            return new AccessLists(place.getFileSystem());
        }
        throw new UnsupportedOperationException("the file system of " + place + " ("
                + place.getFileSystem().provider().getScheme() + ") keeps no file to one user");
    }

    /** For a file that is made, which is nobody else's from its first moment. */
    FileAttribute<?> newFile();

    /** For a directory that is made. */
    FileAttribute<?> newDirectory();

    /** Takes a file or directory from everybody else. */
    void close(Path path) throws IOException;

    /** Whether anybody else may do anything with it, but for those who administer the system. */
    boolean isOpenToOthers(Path path) throws IOException;

    /** Whether anybody else may change it, or what is in it, but for those who administer the system. */
    boolean mayBeWrittenByOthers(Path path) throws IOException;

    /** Whether it belongs to another user than the one of this process, who administers nothing. */
    boolean isSomebodyElses(Path path) throws IOException;

    /** Who may do what with it, in the words of the system. */
    String rights(Path path) throws IOException;

    /** The command by which a person takes the right to write from others. */
    String howToClose(Path path);

    /** The command by which a person makes it their own. */
    String howToOwn(Path path);
}
