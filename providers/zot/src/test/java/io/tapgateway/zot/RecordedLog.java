package io.tapgateway.zot;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** What the gateway logs while this is open, whatever its level is; printed nowhere. Thread-safe. */
final class RecordedLog implements AutoCloseable {
    private final Logger logger = (Logger) LoggerFactory.getLogger("io.tapgateway");
    private final @Nullable Level level = logger.getLevel();
    private final boolean additive = logger.isAdditive();
    private final Queue<String> lines = new ConcurrentLinkedQueue<>();
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            lines.add(event.getFormattedMessage() + " " + event.getThrowableProxy());
        }
    };

    RecordedLog() {
        logger.setLevel(Level.TRACE);
        logger.setAdditive(false);
        appender.start();
        logger.addAppender(appender);
    }

    /** So far, without times and levels. */
    List<String> lines() {
        return List.copyOf(lines);
    }

    @Override
    public void close() {
        logger.detachAppender(appender);
        logger.setAdditive(additive);
        logger.setLevel(level);
    }
}
