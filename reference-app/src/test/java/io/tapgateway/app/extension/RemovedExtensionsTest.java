package io.tapgateway.app.extension;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.zot.Manifest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RemovedExtensionsTest {
    @Test
    void Z070_who_was_removed_is_remembered_until_it_is_there_again(@TempDir Path directory) throws Exception {
        RemovedExtensions removed = RemovedExtensions.in(
                new HomeDirectory(directory.toRealPath().resolve("home"), directory.resolve("copilot")));
        assertThat(removed.names()).isEmpty();

        removed.add(manifest(directory, "Guard"));
        removed.add(manifest(directory, "other"));
        assertThat(removed.names()).containsExactlyInAnyOrder(new ProviderName("guard"), new ProviderName("other"));

        removed.forget(List.of(new ProviderName("GUARD"), new ProviderName("third")));
        assertThat(removed.names()).containsExactly(new ProviderName("other"));
    }

    @Test
    void the_newest_200_are_remembered(@TempDir Path directory) throws Exception {
        RemovedExtensions removed = RemovedExtensions.in(
                new HomeDirectory(directory.toRealPath().resolve("home"), directory.resolve("copilot")));
        for (int i = 0; i <= RemovedExtensions.MAX_REMEMBERED; i++) {
            removed.add(manifest(directory, "e" + i));
        }

        assertThat(removed.names()).hasSize(RemovedExtensions.MAX_REMEMBERED).doesNotContain(new ProviderName("e0"));
    }

    private static Manifest manifest(Path directory, String name) throws Exception {
        Path place = Files.createDirectories(directory.resolve(name));
        Files.writeString(place.resolve(Manifest.FILE), "{\"name\":\"" + name + "\",\"exec\":\"./run\"}");
        return Manifest.read(place).orElseThrow();
    }
}
