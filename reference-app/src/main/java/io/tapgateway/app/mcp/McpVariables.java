package io.tapgateway.app.mcp;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.home.SecretFile;
import io.tapgateway.programs.Command;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What <code>${VAR}</code> and <code>${VAR:-default}</code> stand for, looked up at each start (M-061). Immutable.
 *
 * @param first looked at before
 * @param then where a variable is not
 */
record McpVariables(Map<String, String> first, Map<String, String> then) {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?}");

    /** Variables of the gateway itself, among them its tokens. */
    private static final String OURS = "TAP";

    /** Those of a home, as they are now, and then of this process. */
    static McpVariables in(HomeDirectory home) throws Problem {
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
        return new McpVariables(found, System.getenv());
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

    private String value(String name, @Nullable String otherwise) throws IOException {
        String value = name.startsWith(OURS) ? null : first.getOrDefault(name, then.get(name));
        if (value == null && otherwise == null) {
            throw new IOException(
                    "the variable " + name + " has no value; write " + name + "=… into mcp.env of the home");
        }
        return value == null ? String.valueOf(otherwise) : value;
    }
}
