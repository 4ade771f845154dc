package io.tapgateway.app.cli.extension;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.extension.FoundExtension;
import io.tapgateway.zot.Manifest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExtensionConsentTest {
    @TempDir
    private Path directory;

    private Manifest manifest(String json) throws Exception {
        Path real = directory.toRealPath();
        Files.writeString(real.resolve("extension.json"), json);
        return Manifest.read(real).orElseThrow();
    }

    @Test
    void Z026_the_name_the_command_the_directory_and_who_has_to_make_room_are_shown() throws Exception {
        Manifest manifest = manifest("{\"name\":\"guard\",\"exec\":\"/bin/sh\",\"args\":[\"-c\",\"true\"]}");
        FoundExtension own = new FoundExtension(
                FoundExtension.Scope.GLOBAL,
                Path.of("/own/guard"),
                Optional.of(manifest),
                FoundExtension.Fate.STARTED,
                "");

        assertThat(ExtensionConsent.described(manifest, List.of(own)))
                .contains(
                        "The extension 'guard' is started with your rights:",
                        "  [\"/bin/sh\",\"-c\",\"true\"] in " + directory.toRealPath(),
                        "It takes the place of the one in /own/guard.");
    }

    @Test
    void Z027_it_is_said_that_what_it_loads_besides_is_not_covered() throws Exception {
        Manifest none = manifest("{\"name\":\"guard\",\"exec\":\"/bin/true\"}");
        assertThat(ExtensionConsent.described(none, List.of()))
                .contains("What it starts or reads itself is not covered by your answer.");
        Files.writeString(directory.toRealPath().resolve("run"), "#!/bin/sh");

        Manifest own = manifest("{\"name\":\"guard\",\"exec\":\"./run\"}");

        assertThat(ExtensionConsent.described(own, List.of()))
                .contains(
                        "Your answer covers these files as they are now, and no others that they start or read:",
                        "  " + directory.toRealPath().resolve("run"));
    }
}
