package io.tapgateway.app.run;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.rolling.FixedWindowRollingPolicy;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy;
import ch.qos.logback.core.util.FileSize;
import java.nio.file.Path;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;

/**
 * Where log messages go: warnings to standard error, and while a gateway runs everything from INFO on to a file of its
 * home, which is renamed when it is full. Thread-safe.
 */
public final class Logs implements AutoCloseable {
    static final String PATTERN = "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %-5level [%thread] %logger{20} - %msg%n";

    private static final String FILE = "tapgateway.log";
    private static final int OLDER_FILES = 3;
    private static final long MAX_FILE_BYTES = 5 << 20;

    private final RollingFileAppender<ILoggingEvent> appender;

    private Logs(RollingFileAppender<ILoggingEvent> appender) {
        this.appender = appender;
    }

    /** Sends what the libraries log the same way, and {@code verbose} everything to standard error. */
    public static void configure(boolean verbose) {
        SLF4JBridgeHandler.removeHandlersForRootLogger();
        SLF4JBridgeHandler.install();
        if (verbose) {
            Logger root = root();
            root.getAppender(LogSetUp.CONSOLE).clearAllFilters();
            ((Logger) LoggerFactory.getLogger("io.tapgateway")).setLevel(Level.DEBUG);
        }
    }

    /** Leaves standard error to whatever breaks this process: what is logged goes to the file only. */
    public static void leaveStandardError() {
        root().detachAppender(LogSetUp.CONSOLE);
    }

    /** Starts to write a file. */
    public static Logs toDirectory(Path directory) {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        RollingFileAppender<ILoggingEvent> appender = new PrivateLogFile();
        appender.setContext(context);
        appender.setFile(directory.resolve(FILE).toString());
        appender.setEncoder(encoder(context));
        appender.setTriggeringPolicy(trigger(context));
        appender.setRollingPolicy(window(context, appender, directory));
        appender.start();
        root().addAppender(appender);
        return new Logs(appender);
    }

    @Override
    public void close() {
        root().detachAppender(appender);
        appender.stop();
    }

    private static Logger root() {
        return (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    }

    private static PatternLayoutEncoder encoder(LoggerContext context) {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern(PATTERN);
        encoder.start();
        return encoder;
    }

    private static SizeBasedTriggeringPolicy<ILoggingEvent> trigger(LoggerContext context) {
        SizeBasedTriggeringPolicy<ILoggingEvent> trigger = new SizeBasedTriggeringPolicy<>();
        trigger.setContext(context);
        trigger.setMaxFileSize(new FileSize(MAX_FILE_BYTES));
        trigger.start();
        return trigger;
    }

    private static FixedWindowRollingPolicy window(
            LoggerContext context, RollingFileAppender<ILoggingEvent> appender, Path directory) {
        FixedWindowRollingPolicy window = new FixedWindowRollingPolicy();
        window.setContext(context);
        window.setParent(appender);
        window.setFileNamePattern(directory.resolve("tapgateway.%i.log").toString());
        window.setMinIndex(1);
        window.setMaxIndex(OLDER_FILES);
        window.start();
        return window;
    }
}
