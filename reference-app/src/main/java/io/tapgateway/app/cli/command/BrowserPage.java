package io.tapgateway.app.cli.command;

import io.tapgateway.app.home.ClaimedHome;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.home.SecretFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Opens links in a browser that are secrets: arguments are seen by everybody, so the browser is given a page in the
 * home that leads there (T-07). Confined to one thread.
 */
public record BrowserPage(HomeDirectory home) {
    private static final int PATIENCE_SECONDS = 10;

    /** What opens a page on the systems there are; the first that is there does. */
    private static final List<List<String>> OPENERS =
            List.of(List.of("xdg-open"), List.of("open"), List.of("rundll32", "url.dll,FileProtocolHandler"));

    public static BrowserPage in(HomeDirectory home) {
        return new BrowserPage(home);
    }

    /**
     * Opens a link.
     *
     * @param name of the page
     * @param link with nothing in it that ends an attribute in HTML
     * @return whether something here opens pages
     */
    public boolean open(String name, String link) throws Problem, InterruptedException {
        Path page =
                SecretFile.write(ClaimedHome.prepare(home), name, page(link)).path();
        for (List<String> opener : OPENERS) {
            if (hasOpened(opener, page)) {
                return true;
            }
        }
        return false;
    }

    private static String page(String link) {
        return "<!doctype html><meta charset=\"utf-8\"><title>Tap Gateway</title>"
                + "<meta name=\"referrer\" content=\"no-referrer\"><meta http-equiv=\"refresh\" content=\"0;url="
                + link.replace("&", "&amp;") + "\">\n";
    }

    private static boolean hasOpened(List<String> opener, Path page) throws InterruptedException {
        List<String> command = new ArrayList<>(opener);
        command.add(page.toUri().toString());
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        try {
            Process process = builder.start();
            // Some stay for as long as the browser does.
            return !process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
