package io.tapgateway.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The link that the packaged app prints when people start it. */
@Timeout(60)
class ConsoleLinkIT {
    private static final Pattern LINK = Pattern.compile("(http://127\\.0\\.0\\.1:\\d+)/#sign-in=([A-Za-z0-9_-]{43})");

    @TempDir
    private Path directory;

    @Test
    void run_prints_a_link_that_is_good_once_and_that_no_log_repeats() throws Exception {
        try (AppProcess app = AppProcess.start(directory, "run", "--headless", "--port", "0", "--control-port", "0")) {
            Matcher link = LINK.matcher("");
            while (!link.find()) {
                link = LINK.matcher(app.line());
            }

            assertThat(signIn(link.group(1), link.group(2))).isEqualTo(200);
            assertThat(signIn(link.group(1), link.group(2))).isEqualTo(401);
            assertThat(directory.resolve("home/logs/tapgateway.log"))
                    .content()
                    .contains("Listening on")
                    .doesNotContain(link.group(2));
        }
    }

    private static int signIn(String origin, String code) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(origin + "/api/sign-in"))
                                .header("Origin", origin)
                                .POST(BodyPublishers.ofString("{\"code\":\"" + code + "\"}"))
                                .build(),
                        BodyHandlers.discarding())
                .statusCode();
    }
}
