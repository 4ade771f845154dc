package io.tapgateway.app.run;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.rolling.RollingFileAppender;
import io.tapgateway.app.home.PrivateFile;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A log file that only this user can read, whatever the umask says, also after it has been renamed (T-08). Thread-safe.
 */
final class PrivateLogFile extends RollingFileAppender<ILoggingEvent> {
    @Override
    public void openFile(String name) throws IOException {
        PrivateFile.prepare(Path.of(name));
        super.openFile(name);
    }
}
