package io.tapgateway.app.run;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.rolling.RollingFileAppender;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** A log file that only this user can read, whatever the umask says, also after it has been renamed (T-08). Thread-safe. */
final class PrivateLogFile extends RollingFileAppender<ILoggingEvent> {
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    @Override
    public void openFile(String name) throws IOException {
        Path file = Path.of(name);
        FileChannel.open(
                        file,
                        Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                        PosixFilePermissions.asFileAttribute(OWNER_ONLY))
                .close();
        Files.setPosixFilePermissions(file, OWNER_ONLY);
        super.openFile(name);
    }
}
