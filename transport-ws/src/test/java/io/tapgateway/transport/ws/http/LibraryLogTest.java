package io.tapgateway.transport.ws.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LibraryLogTest {
    private final Logger library = Logger.getLogger(HttpServer.class.getPackageName());
    private final Logger server = Logger.getLogger(HttpServer.class.getName());
    private final Logger listener = Logger.getLogger(NetworkListener.class.getName());
    private final Recorder recorder = new Recorder();

    @BeforeEach
    void forgetLevels() {
        reset();
        library.addHandler(recorder);
        library.setUseParentHandlers(false);
        Logger.getLogger("").setLevel(Level.INFO);
    }

    @AfterEach
    void reset() {
        library.removeHandler(recorder);
        library.setUseParentHandlers(true);
        List.of(library, server, listener).forEach(it -> it.setLevel(null));
    }

    @Test
    void a_server_starts_and_stops_in_silence() throws Exception {
        LoopbackHttpServer.named("quiet").listen().close();

        assertThat(recorder.texts).isEmpty();
    }

    @Test
    void a_host_that_has_chosen_a_level_for_the_library_hears_what_it_says() throws Exception {
        library.setLevel(Level.INFO);

        LoopbackHttpServer.named("told").listen().close();

        assertThat(recorder.texts).isNotEmpty();
        assertThat(server.getLevel()).isNull();
    }

    @Test
    void levels_of_others_stay_as_they_are() throws Exception {
        LoopbackHttpServer.named("quiet").listen().close();

        assertThat(library.getLevel()).isNull();
        assertThat(Logger.getLogger("").getLevel()).isEqualTo(Level.INFO);
    }

    /** Notes what passes the levels. Confined to the test. */
    private static final class Recorder extends Handler {
        private final List<String> texts = new ArrayList<>();

        @Override
        public void publish(LogRecord entry) {
            texts.add(entry.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
