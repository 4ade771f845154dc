package io.tapgateway.runtime.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/** Modes 0600 and 0700. Immutable. */
enum PosixModes implements OwnerOnly {
    INSTANCE;

    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> DIRECTORY = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> WRITTEN_BY_OTHERS =
            EnumSet.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);
    private static final Path SELF = Path.of("/proc/self");
    private static final int ROOT = 0;

    @Override
    public FileAttribute<?> newFile() {
        return PosixFilePermissions.asFileAttribute(FILE);
    }

    @Override
    public FileAttribute<?> newDirectory() {
        return PosixFilePermissions.asFileAttribute(DIRECTORY);
    }

    @Override
    public void close(Path path) throws IOException {
        Files.setPosixFilePermissions(path, Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS) ? DIRECTORY : FILE);
    }

    @Override
    public boolean isOpenToOthers(Path path) throws IOException {
        return !DIRECTORY.containsAll(modes(path));
    }

    @Override
    public boolean mayBeWrittenByOthers(Path path) throws IOException {
        return modes(path).stream().anyMatch(WRITTEN_BY_OTHERS::contains);
    }

    @Override
    public boolean isSomebodyElses(Path path) throws IOException {
        int owner = user(path);
        return owner != ROOT && Files.exists(SELF) && owner != user(SELF.toRealPath());
    }

    private static int user(Path path) throws IOException {
        return (int) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public String rights(Path path) throws IOException {
        return PosixFilePermissions.toString(modes(path));
    }

    private static Set<PosixFilePermission> modes(Path path) throws IOException {
        return Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public String howToClose(Path path) {
        return "chmod go-w " + path;
    }

    @Override
    public String howToOwn(Path path) {
        return "chown \"$(id -u)\" " + path;
    }
}
