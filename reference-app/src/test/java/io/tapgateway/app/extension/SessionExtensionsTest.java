package io.tapgateway.app.extension;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.programs.SystemProgramThread;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Extensions whose session, or whose gateway, ends while something is done about them. */
@Timeout(120)
class SessionExtensionsTest {
    private static final String ORDERLY = """
            #!/bin/sh
            echo '{"type":"hello","name":"orderly"}'
            echo '{"type":"ready"}'
            while read -r line; do case $line in '{"type":"shutdown"'*) exit 0;; esac; done
            """;

    private LiveExtensions extensions;
    private Path orderly;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        extensions = new LiveExtensions(directory);
        orderly = extensions.script("orderly", ORDERLY);
    }

    @AfterEach
    void stop() {
        extensions.close();
    }

    private SessionExtensions all() {
        return extensions.gateway().extensions();
    }

    @Test
    void a_session_that_ends_before_its_extensions_are_found_has_none() throws Exception {
        extensions
                .gateway()
                .sessions()
                .end(extensions.session())
                .toCompletableFuture()
                .get(60, TimeUnit.SECONDS);

        all().start(LiveExtensions.MAIN, ExtensionSource.ofDirectories(List.of(orderly)), "")
                .toCompletableFuture()
                .get(60, TimeUnit.SECONDS);

        assertThat(all().all(LiveExtensions.MAIN)).isEmpty();
    }

    @Test
    void Z105_a_reload_is_over_with_its_session_though_it_is_still_being_looked_for_extensions() {
        CompletableFuture<ExtensionsOfSession.Found> found = new CompletableFuture<>();
        ExtensionsOfSession none = new ExtensionsOfSession(
                new SystemProgramThread("test"),
                (name, rank, interests, interceptor) -> {
                    throw new AssertionError(name);
                },
                () -> {});
        CompletableFuture<Reloaded> reload =
                none.reload(found::join).orElseThrow().toCompletableFuture();
        assertThat(reload).isNotDone();

        var unused = none.close();

        assertThat(reload).isCompletedWithValue(new Reloaded(0, 0, 0, 0));
        found.complete(new ExtensionsOfSession.Found(List.of(), Set.of(), Set.of()));
    }

    @Test
    void Z105_nothing_is_reloaded_once_the_gateway_has_ended() throws Exception {
        extensions.start(orderly);
        all().close();

        assertThat(all().reload(LiveExtensions.MAIN)).isEmpty();
    }
}
