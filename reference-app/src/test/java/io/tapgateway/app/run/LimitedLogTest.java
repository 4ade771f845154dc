package io.tapgateway.app.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.OutputStreamAppender;
import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LimitedLogTest {
    private static final String LIBRARY = "org.glassfish.grizzly.http.server.HttpServerFilter";
    private static final String PORT = "io.tapgateway.transport.ws.handshake.HandshakeFilter";

    private final LoggerContext context = new LoggerContext();
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final Deque<Runnable> later = new ArrayDeque<>();
    private long now;

    @BeforeEach
    void logAsTheAppDoes() {
        context.setMDCAdapter(new LogbackMDCAdapter());
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern(Logs.PATTERN);
        encoder.start();
        OutputStreamAppender<ILoggingEvent> appender = new OutputStreamAppender<>();
        appender.setContext(context);
        appender.setEncoder(encoder);
        appender.setOutputStream(written);
        appender.start();
        context.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(appender);
        context.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(Level.INFO);
        context.addTurboFilter(new LimitedLog(() -> now, (task, millis) -> {
            assertThat(millis).isEqualTo(1_000);
            later.add(task);
        }));
    }

    private List<String> lines() {
        return written.toString(UTF_8).lines().toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {LIBRARY, PORT})
    void T58_a_line_about_a_connection_has_300_bytes_at_most_and_no_stack_trace(String logger) {
        Thread.currentThread().setName("tap-provider-port-127.0.0.1-io(12)");

        context.getLogger(logger).warn("ä".repeat(1_000) + "{}", "x", new IllegalStateException("a bug"));
        context.getLogger(logger).warn("\u001b[31m one\ntwo");

        assertThat(lines())
                .hasSize(2)
                .allSatisfy(line -> assertThat(line.getBytes(UTF_8).length).isLessThanOrEqualTo(LimitedLog.LINE_BYTES));
        assertThat(lines().get(0)).endsWith("ä...");
        assertThat(lines().get(1)).endsWith("?[31m one?two");
    }

    @Test
    void T58_in_any_second_there_are_ten_lines_about_connections_and_the_rest_is_counted() {
        for (int i = 0; i < LimitedLog.LINES_PER_SECOND; i++) {
            context.getLogger(i % 2 == 0 ? LIBRARY : PORT).info("line {}", i);
        }
        context.getLogger(LIBRARY).info("one too many");
        now += TimeUnit.SECONDS.toNanos(1) - 1;
        context.getLogger(PORT).info("still too many");
        assertThat(lines()).hasSize(LimitedLog.LINES_PER_SECOND);
        assertThat(later).hasSize(1);

        later.remove().run();
        now += 1;
        context.getLogger(PORT).info("again");

        assertThat(lines()).hasSize(LimitedLog.LINES_PER_SECOND + 2);
        assertThat(lines().get(LimitedLog.LINES_PER_SECOND)).endsWith("Left out 2 lines about connections");
        assertThat(lines()).last().asString().endsWith("again");
    }

    @Test
    void T58_what_is_not_about_connections_is_written_as_ever() {
        Logger others = context.getLogger("io.tapgateway.app.project.ProjectPrograms");
        for (int i = 0; i <= LimitedLog.LINES_PER_SECOND; i++) {
            others.info("y".repeat(LimitedLog.LINE_BYTES));
        }
        context.getLogger(PORT).debug("is off");
        context.getLogger(PORT).error("a bug", new IllegalStateException("with its trace"));

        assertThat(lines()).filteredOn(line -> line.contains("yyy")).hasSize(LimitedLog.LINES_PER_SECOND + 1);
        assertThat(lines()).noneMatch(line -> line.contains("is off"));
        assertThat(lines()).anyMatch(line -> line.contains("with its trace")).anyMatch(line -> line.contains("\tat "));
    }
}
