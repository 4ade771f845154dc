package io.tapgateway.benchmarks.hook;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The packaged program with a home of its own, and this process as the agent whose hooks ask it. Confined to one
 * thread.
 */
final class HookedGateway implements AutoCloseable {
    private static final Pattern URL = Pattern.compile("(?m)^url = \"(.+)/\"$");
    private static final Pattern HEADER = Pattern.compile("(?m)^header = \"(Authorization): (.+)\"$");

    private final Process process;
    private final Path home;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final HttpRequest.Builder request;

    private HookedGateway(Process process, Path home, HttpRequest.Builder request) {
        this.process = process;
        this.home = home;
        this.request = request;
    }

    static HookedGateway start(Path home) throws IOException {
        Process process = new ProcessBuilder(
                        "./tapgateway",
                        "run",
                        "--json",
                        "--headless",
                        "--home",
                        home.toString(),
                        "--port",
                        "0",
                        "--control-port",
                        "0")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        String line = lines.readLine();
        while (line != null && !line.contains("listening")) {
            line = lines.readLine();
        }
        if (line == null) {
            throw new IOException("the gateway has ended instead of listening");
        }
        String configuration = Files.readString(home.resolve("hook.curl"));
        Matcher url = URL.matcher(configuration);
        Matcher header = HEADER.matcher(configuration);
        if (!url.find() || !header.find()) {
            throw new IOException("hook.curl is not as it should be");
        }
        return new HookedGateway(
                process,
                home,
                HttpRequest.newBuilder(URI.create(url.group(1) + "/hooks/claude"))
                        .header(header.group(1), header.group(2))
                        .header(
                                "Tap-Agent-Process",
                                String.valueOf(ProcessHandle.current().pid())));
    }

    /** What an agent says before it uses a tool; never the same, so that no answer is remembered. */
    static String question(int number) {
        return "{\"session_id\":\"load\",\"cwd\":\"/\",\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Bash\","
                + "\"tool_input\":{\"command\":\"git status\"},\"tool_use_id\":\"" + System.nanoTime() + "-" + number
                + "\"}";
    }

    /** Asks over one connection. */
    void ask(int number) throws IOException, InterruptedException {
        HttpResponse<String> response = http.send(
                request.POST(HttpRequest.BodyPublishers.ofString(question(number)))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200 || !response.body().endsWith("\n{}")) {
            throw new IOException("the gateway answers " + response.statusCode() + ": " + response.body());
        }
    }

    /** What agents run. */
    List<String> script() {
        return List.of("./tapgateway", "hook", "claude", "--home", home.toString());
    }

    /** The least that asks the same. */
    List<String> curl() {
        return List.of(
                "sh",
                "-c",
                "curl -q -K \"$0\"/hook.curl --noproxy '*' -s -f --request-target /hooks/claude"
                        + " -H \"Tap-Agent-Process: $PPID\" --data-binary @-",
                home.toString());
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }
}
