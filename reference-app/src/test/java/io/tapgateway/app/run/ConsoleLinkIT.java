package io.tapgateway.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
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
    private static final Pattern LINK =
            Pattern.compile("http://([a-z2-7]{16}\\.localhost:(\\d+))/sign-in\\?code=([A-Za-z0-9_-]{43})");

    @TempDir
    private Path directory;

    @Test
    void run_prints_a_link_that_is_good_once_and_that_no_log_repeats() throws Exception {
        try (AppProcess app = AppProcess.start(directory, "run", "--headless", "--port", "0", "--control-port", "0")) {
            Matcher link = LINK.matcher("");
            while (!link.find()) {
                link = LINK.matcher(app.line());
            }

            assertThat(signIn(link)).isEqualTo(200);
            assertThat(signIn(link)).isEqualTo(401);
            assertThat(directory.resolve("home/logs/tapgateway.log"))
                    .content()
                    .contains("Listening on")
                    .doesNotContain(link.group(3));
        }
    }

    /** As a browser does, but for one thing: Java does not find the name. */
    private static int signIn(Matcher link) throws Exception {
        URI address = URI.create("http://127.0.0.1:" + link.group(2) + "/sign-in?code=" + link.group(3));
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(address)
                                .header("Host", link.group(1))
                                .header("Sec-Fetch-Dest", "document")
                                .header("Sec-Fetch-Mode", "navigate")
                                .build(),
                        BodyHandlers.discarding())
                .statusCode();
    }
}
