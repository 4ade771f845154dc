package io.tapgateway.app.mcp;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.home.SecretFile;
import io.tapgateway.programs.Command;
import io.tapgateway.runtime.AgentWindow;
import io.tapgateway.runtime.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What <code>${VAR}</code> and <code>${VAR:-default}</code> stand for, looked up at each start (M-061). Immutable.
 *
 * @param first looked at before
 * @param then where a variable is not
 */
public record McpVariables(Map<String, String> first, Map<String, String> then) {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?}");

    private static final Logger LOG = LoggerFactory.getLogger(McpVariables.class);
    private static final long LARGEST_FILE = 1 << 20;

    /** Variables of the gateway itself, among them its tokens. */
    private static final String OURS = "TAP";

    /** Those of a home, as they are now, and then of this process. */
    static McpVariables in(HomeDirectory home) throws Problem {
        return in(home, Optional.empty());
    }

    /**
     * Those of a home, as they are now, and then of who has opened the session.
     *
     * @param window of an agent in another process, which has sent what is mentioned; empty for this process
     */
    static McpVariables in(HomeDirectory home, Optional<AgentWindow> window) throws Problem {
        Map<String, String> found = new HashMap<>();
        SecretFile.read(home.path().resolve(SessionMcpServers.VARIABLES))
                .orElse("")
                .lines()
                .forEach(line -> {
                    int at = line.indexOf('=');
                    if (at > 0 && !line.startsWith("#")) {
                        found.put(
                                line.substring(0, at).strip(),
                                line.substring(at + 1).strip());
                    }
                });
        return new McpVariables(
                found, window.map(it -> revealed(it.variables())).orElseGet(System::getenv));
    }

    private static Map<String, String> revealed(Map<String, Secret> variables) {
        return variables.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey, each -> each.getValue().reveal()));
    }

    /**
     * What an agent's window sends along to the gateway: of its environment, those that the files mention, and nothing
     * else. What cannot be read mentions nothing.
     */
    public static Map<String, Secret> mentioned(List<Path> files, Map<String, String> environment) {
        Map<String, Secret> all = new TreeMap<>();
        for (Path file : files) {
            Matcher found = VARIABLE.matcher(text(file));
            while (found.find() && all.size() < AgentWindow.MAX_VARIABLES) {
                String name = found.group(1);
                Optional.ofNullable(environment.get(name))
                        .filter(value ->
                                !name.startsWith(OURS) && value.length() <= AgentWindow.MAX_VARIABLE_CHARACTERS)
                        .ifPresent(value -> all.put(name, Secret.of(value)));
            }
        }
        return all;
    }

    private static String text(Path file) {
        try {
            return Files.isRegularFile(file) && Files.size(file) <= LARGEST_FILE ? Files.readString(file) : "";
        } catch (IOException e) {
            LOG.debug("{} cannot be read, and so mentions no variables", file, e);
            return "";
        }
    }

    /**
     * The command as it is run.
     *
     * @throws IOException if a variable has no value; the message says which
     */
    Command in(Command command) throws IOException {
        List<String> line = new ArrayList<>();
        for (String part : command.line()) {
            line.add(in(part));
        }
        return new Command(line, command.directory(), in(command.environment()));
    }

    /**
     * Headers as they are sent, or an environment as it is given.
     *
     * @throws IOException if a variable has no value; the message says which
     */
    Map<String, String> in(Map<String, String> headers) throws IOException {
        Map<String, String> all = new LinkedHashMap<>();
        for (Map.Entry<String, String> each : headers.entrySet()) {
            all.put(each.getKey(), in(each.getValue()));
        }
        return all;
    }

    /** The same for a text. */
    String in(String text) throws IOException {
        Matcher found = VARIABLE.matcher(text);
        StringBuilder out = new StringBuilder();
        while (found.find()) {
            found.appendReplacement(out, Matcher.quoteReplacement(value(found.group(1), found.group(2))));
        }
        return found.appendTail(out).toString();
    }

    /**
     * What a program is told that is run so: its environment, and what the variables in that and in its arguments stand
     * for, without the words around them.
     *
     * @throws IOException if a variable has no value; the message says which
     */
    List<String> given(Command command) throws IOException {
        List<String> given = new ArrayList<>(in(command.environment()).values());
        List<String> written = new ArrayList<>(command.line());
        written.addAll(command.environment().values());
        for (String part : written) {
            given.addAll(given(part));
        }
        return given;
    }

    /** What the variables in a text stand for. */
    List<String> given(String text) throws IOException {
        List<String> values = new ArrayList<>();
        Matcher found = VARIABLE.matcher(text);
        while (found.find()) {
            values.add(value(found.group(1), found.group(2)));
        }
        return values;
    }

    private String value(String name, @Nullable String otherwise) throws IOException {
        String value = name.startsWith(OURS) ? null : first.getOrDefault(name, then.get(name));
        if (value == null && otherwise == null) {
            throw new IOException(
                    "the variable " + name + " has no value; write " + name + "=… into mcp.env of the home");
        }
        return value == null ? String.valueOf(otherwise) : value;
    }
}
