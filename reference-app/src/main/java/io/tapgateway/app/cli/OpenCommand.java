package io.tapgateway.app.cli;

import io.tapgateway.app.client.ControlClient;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.PrivateDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.home.SecretFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Opens the console in a browser. The link is a secret, and arguments are seen by everybody: the browser is given a
 * page in the home that leads there (T-07). Confined to the main thread.
 */
@Command(
        name = "open",
        description = {
            "Open the console in your browser.",
            "Where there is none, as over ssh: 'console' prints the link. With every start of the gateway the console has"
                    + " another address."
        },
        mixinStandardHelpOptions = true)
final class OpenCommand implements Callable<Integer> {
    private static final String PAGE = "open.html";
    private static final int PATIENCE_SECONDS = 10;

    /** What opens a page on the systems there are; the first that is there does. */
    private static final List<List<String>> OPENERS =
            List.of(List.of("xdg-open"), List.of("open"), List.of("rundll32", "url.dll,FileProtocolHandler"));

    private final Output output;

    @Mixin
    private HomeOption home = new HomeOption();

    @Option(
            names = "--by-address",
            description = "Open 127.0.0.1, for browsers that do not find names below localhost, like Safari.")
    private boolean byAddress;

    OpenCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        HomeDirectory directory = home.directory();
        ControlClient client = ControlClient.find(directory);
        String link = ApiText.text(client.post("api/sign-in/links", out -> out.flag("byAddress", byAddress)), "link");
        Path page = SecretFile.write(PrivateDirectory.open(directory.path()), PAGE, page(link))
                .path();
        for (List<String> opener : OPENERS) {
            if (hasOpened(opener, page)) {
                output.advise("The console opens in your browser; 'tapgateway console' prints a link instead.");
                return 0;
            }
        }
        throw new Problem("No program here opens a browser; 'tapgateway console' prints a link to open by hand.");
    }

    /** The link has nothing in it that would mean something in HTML. */
    private static String page(String link) {
        return "<!doctype html><meta charset=\"utf-8\"><title>Tap Gateway</title>"
                + "<meta name=\"referrer\" content=\"no-referrer\"><meta http-equiv=\"refresh\" content=\"0;url=" + link
                + "\">\n";
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
