package io.tapgateway.app.home;

import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.model.Limit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Which tools need a yes, are out of the question, or need none where nobody but the tool itself wants one, by a file
 * of the home: {@code {"shell": "ask", "browser_*": "deny", "edit": "allow"}} (U-121). It is never a file of a
 * workspace, which an agent may write. Immutable.
 */
public final class ApprovalRules {
    /** The file. */
    public static final String NAME = "approvals.json";

    /** The pattern of all tools. */
    public static final String ALL = "*";

    private static final Pattern PATTERN = Pattern.compile("\\S{1,200}");

    /** What is to happen when a tool is used, the strictest last, which wins. */
    public enum Decision {
        ALLOW,
        ASK,
        DENY;

        /** As people write it. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        /**
         * The one of that name.
         *
         * @throws Problem if there is none
         */
        public static Decision of(String label) throws Problem {
            return Arrays.stream(values())
                    .filter(it -> it.label().equals(label))
                    .findFirst()
                    .orElseThrow(() -> new Problem(
                            "A tool is one to \"ask\" about, to \"deny\" or to \"allow\", not '" + label + "'."));
        }
    }

    private final HomeDirectory home;
    private final Map<String, Decision> decisions;

    private ApprovalRules(HomeDirectory home, Map<String, Decision> decisions) {
        this.home = home;
        this.decisions = decisions;
    }

    /**
     * Those of a home; none if there is no file.
     *
     * @throws Problem if the file cannot be read, is not this user's alone, or is not understood completely
     */
    public static ApprovalRules in(HomeDirectory home) throws Problem {
        Path file = home.path().resolve(NAME);
        try {
            Map<String, Decision> decisions = new TreeMap<>();
            Map<String, String> written = JsonReader.map(JsonReader.TEXT)
                    .read(JsonValue.parse(SecretFile.read(file).orElse("{}")));
            for (Map.Entry<String, String> each : written.entrySet()) {
                decisions.put(each.getKey(), Decision.of(each.getValue()));
            }
            requireRoom(decisions);
            return new ApprovalRules(home, decisions);
        } catch (MalformedJson e) {
            throw new Problem(file + " cannot be read: " + e.reason() + ".");
        } catch (JsonFault fault) {
            throw new Problem(file + ": " + fault.pointer() + " " + fault.reason() + ".");
        } catch (Problem problem) {
            throw new Problem(file + ": " + problem.sentence());
        }
    }

    private static void requireRoom(Map<String, Decision> decisions) throws Problem {
        if (decisions.size() > Limit.HOOK_RULES_PER_PROVIDER.standard()) {
            throw new Problem("It has more than " + Limit.HOOK_RULES_PER_PROVIDER.standard() + " tools; \"" + ALL
                    + "\" stands for any characters.");
        }
    }

    /** What is said, by names of tools or patterns of them, in the order of the alphabet. */
    public Map<String, Decision> decisions() {
        return new TreeMap<>(decisions);
    }

    /** The names and patterns of which that is said. */
    public List<String> all(Decision decision) {
        return decisions.entrySet().stream()
                .filter(it -> it.getValue() == decision)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Whether a name or a pattern means that tool: a star stands for any characters, all else for itself. */
    public static boolean means(String pattern, String tool) {
        String[] parts = pattern.split("\\*+", -1);
        StringBuilder regex = new StringBuilder(Pattern.quote(parts[0]));
        for (int i = 1; i < parts.length; i++) {
            String part = Pattern.quote(parts[i]);
            // What stands between two stars is found once, and never looked for again.
            regex.append(i < parts.length - 1 ? "(?>.*?" + part + ")" : ".*" + part);
        }
        return Pattern.matches(regex.toString(), tool);
    }

    /** Whether it means more than the tool of that very name. */
    public static boolean isPattern(String name) {
        return name.contains(ALL);
    }

    /** Where they stand, whether there are any or not. */
    public Path file() {
        return home.path().resolve(NAME);
    }

    /**
     * Says something of a tool, for gateways that are started from now on.
     *
     * @throws Problem if there are too many already, or the file cannot be written
     */
    public void set(String pattern, Decision decision) throws Problem {
        if (!PATTERN.matcher(pattern).matches()) {
            throw new Problem("'" + pattern + "' is no name of a tool.");
        }
        Map<String, Decision> next = decisions();
        next.put(pattern, decision);
        requireRoom(next);
        write(next);
    }

    /**
     * Says nothing of it any more.
     *
     * @throws Problem if nothing was said, or the file cannot be written
     */
    public void unset(String pattern) throws Problem {
        Map<String, Decision> next = decisions();
        if (next.remove(pattern) == null) {
            List<String> there = new ArrayList<>(next.keySet());
            throw new Problem("Nothing is said of '" + pattern + "'; there is: " + String.join(", ", there) + ".");
        }
        write(next);
    }

    private void write(Map<String, Decision> next) throws Problem {
        String text =
                JsonWriter.toText(out -> next.forEach((pattern, decision) -> out.text(pattern, decision.label())));
        var unused = SecretFile.write(PrivateDirectory.open(home.path()), NAME, text + "\n");
    }
}
