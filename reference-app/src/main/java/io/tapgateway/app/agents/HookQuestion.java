package io.tapgateway.app.agents;

import io.tapgateway.app.home.Problem;
import io.tapgateway.app.home.SecretFile;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What an agent's hook asks, as the script beside the launcher asks it with curl. Immutable.
 *
 * @param agent its word
 * @param text what the agent has said
 */
public record HookQuestion(String agent, String text) {
    /** Less than agents wait, who let a tool run then. */
    static final Duration PATIENCE = Duration.ofMillis(9_500);

    /** The answer that says nothing. */
    public static final String NOTHING = "{}";

    private static final String CURSOR = "cursor";

    private static final Pattern PROOF = Pattern.compile("(?m)^# (\\S+)$");
    private static final Pattern URL = Pattern.compile("(?m)^url = \"(http://127\\.0\\.0\\.1:[0-9]+)/\"$");
    private static final Pattern HEADER = Pattern.compile("(?m)^header = \"(Authorization): (.+)\"$");

    /**
     * Asks the gateway.
     *
     * @param configuration the file that says where it is
     * @return empty if there is none, or what answers is none
     */
    public Optional<String> ask(Path configuration) throws InterruptedException {
        try {
            String file = SecretFile.read(configuration).orElse("");
            Matcher proof = PROOF.matcher(file);
            Matcher url = URL.matcher(file);
            Matcher header = HEADER.matcher(file);
            if (!proof.find() || !url.find() || !header.find()) {
                return Optional.empty();
            }
            long process =
                    ProcessHandle.current().parent().map(ProcessHandle::pid).orElse(0L);
            HttpRequest request = HttpRequest.newBuilder(URI.create(url.group(1) + "/hooks/" + agent))
                    .timeout(PATIENCE)
                    .header(header.group(1), header.group(2))
                    .header("Tap-Agent-Process", String.valueOf(process))
                    .POST(HttpRequest.BodyPublishers.ofString(text))
                    .build();
            HttpResponse<String> response = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .proxy(HttpClient.Builder.NO_PROXY)
                    .build()
                    .send(request, HttpResponse.BodyHandlers.ofString());
            String first = proof.group(1) + "\n";
            return Optional.of(response)
                    .filter(it -> it.statusCode() == 200 && it.body().startsWith(first))
                    .map(it -> it.body().substring(first.length()));
        } catch (Problem | IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /**
     * Whether the agent wants to use a tool; also if that cannot be told (G-022). Within a text of JSON there is no
     * quotation mark without a backslash: what is looked for are names and values, and never contents.
     */
    public boolean isAboutTool() {
        return text.contains("\"PreToolUse\"")
                || (agent.equals(CURSOR) && text.contains("\"preToolUse\""))
                || text.contains("\"BeforeTool\"")
                || text.contains("\"toolName\"")
                || !(text.contains("\"hook_event_name\"") || text.contains("\"sessionId\""));
    }

    /** Whether it is none, but the news of a conversation: Copilot alone does not name that. */
    public boolean isBeginning() {
        return !text.contains("\"toolName\"")
                && text.contains(
                        switch (agent) {
                            case "copilot" -> "\"source\"";
                            case CURSOR -> "\"sessionStart\"";
                            default -> "\"SessionStart\"";
                        });
    }

    /** What is printed for an answer: nothing where there is nothing to say, which Cursor takes for a failure. */
    public static Optional<String> printed(String agent, String answer) {
        return answer.equals(NOTHING) && !agent.equals(CURSOR) ? Optional.empty() : Optional.of(answer);
    }

    /** Where the agent works: Cursor runs a person's hooks elsewhere, and says so. */
    public static Path directory(String agent, Map<String, String> environment) {
        return Path.of(agent.equals(CURSOR) ? environment.getOrDefault("CURSOR_PROJECT_DIR", "") : "");
    }
}
