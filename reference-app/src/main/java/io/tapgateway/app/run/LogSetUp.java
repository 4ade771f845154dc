package io.tapgateway.app.run;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.filter.ThresholdFilter;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;

/**
 * Sends warnings to standard error, because standard output belongs to the commands. In code, because reading a file of
 * XML is a tenth of a start. Stateless, but for what Logback gives it.
 */
@ConfiguratorRank(ConfiguratorRank.CUSTOM_NORMAL_PRIORITY)
public final class LogSetUp extends ContextAwareBase implements Configurator {
    static final String CONSOLE = "stderr";

    @Override
    public ExecutionStatus configure(LoggerContext loggers) {
        ThresholdFilter warnings = new ThresholdFilter();
        warnings.setLevel(Level.WARN.levelStr);
        warnings.start();
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(loggers);
        encoder.setPattern("tapgateway: %level: %msg%n%nopex");
        encoder.start();
        ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.setContext(loggers);
        appender.setName(CONSOLE);
        appender.setTarget("System.err");
        appender.addFilter(warnings);
        appender.setEncoder(encoder);
        appender.start();
        loggers.addTurboFilter(new LimitedLog(new SystemTime(), (task, millis) -> {
            var unused = loggers.getScheduledExecutorService().schedule(task, millis, TimeUnit.MILLISECONDS);
        }));
        loggers.getLogger("org.glassfish").setLevel(Level.WARN);
        var root = loggers.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.INFO);
        root.addAppender(appender);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }
}
