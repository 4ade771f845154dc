package io.tapgateway.app.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.Installed;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The documents as a site; a link that leads nowhere is an error. */
class SiteTest {
    @TempDir
    private Path site;

    @Test
    void the_documents_become_a_site_with_search() throws Exception {
        Process build = new ProcessBuilder(
                        Installed.MKDOCS.path(),
                        "build",
                        "--strict",
                        "-q",
                        "-f",
                        Page.ROOT.resolve("dist/site/mkdocs.yml").toString(),
                        "-d",
                        site.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(build.getInputStream().readAllBytes(), UTF_8);

        assertThat(build.waitFor()).as(said).isZero();
        assertThat(site.resolve("guides/providers/index.html"))
                .content()
                .contains("Write a provider", "https://github.com/tapgateway/tap-gateway/blob/main/");
        assertThat(site.resolve("search/search_index.json")).content().contains("Write a provider");
    }
}
