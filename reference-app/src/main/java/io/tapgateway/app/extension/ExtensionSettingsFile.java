package io.tapgateway.app.extension;

import io.tapgateway.app.home.ClaimedHome;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.home.SecretFile;
import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.json.Utf8Length;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.zot.ExtensionSettings;
import io.tapgateway.zot.Manifest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What the user has said about extensions, in a file of the home: {@code {"extensions": {"guard": {"failOpen": true}},
 * "toolNames": {"shell": "bash"}}} (Z-019, Z-029, Z-053, Z-067, Z-077). A file that is not understood
 * completely is a problem, since a guard might count on what it says. Immutable.
 */
public final class ExtensionSettingsFile {
    /** The file. */
    public static final String NAME = "extensions.json";

    /** How large it may be. */
    static final int MAX_BYTES = 64 << 10;

    /** How many further variables an extension may be given (Z-019). */
    static final int MAX_PASSED = 50;

    /** How many tools may have another name for extensions (Z-077). */
    static final int MAX_TOOL_NAMES = 50;

    private static final String EXTENSIONS = "extensions";
    private static final String TOOL_NAMES = "toolNames";
    private static final String FAIL_OPEN = "failOpen";
    private static final String FAIL_CLOSED = "failClosed";
    private static final String REQUIRED = "required";
    private static final String TOOL_TIMEOUT = "toolTimeoutMs";
    private static final String HELLO = "helloMs";
    private static final String PASS = "pass";

    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,127}");

    private static final JsonReader<List<String>> VARIABLES = JsonReader.list(
                    JsonReader.TEXT.where(ExtensionSettingsFile::mayPass, "must be a variable, and none of ours"))
            .where(it -> it.size() <= MAX_PASSED, "may have at most " + MAX_PASSED + " elements");

    private static final JsonReader<Map<String, String>> NAMES = JsonReader.map(
                    JsonReader.text(name -> new ToolName(name).value(), "must be the name of a tool"))
            .where(it -> it.size() <= MAX_TOOL_NAMES, "may have at most " + MAX_TOOL_NAMES + " members");

    private final HomeDirectory home;
    private final Map<String, ExtensionSettings> extensions;
    private final Map<String, String> toolNames;

    private ExtensionSettingsFile(
            HomeDirectory home, Map<String, ExtensionSettings> extensions, Map<String, String> toolNames) {
        this.home = home;
        this.extensions = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        this.extensions.putAll(extensions);
        this.toolNames = Map.copyOf(toolNames);
    }

    /**
     * That of a home; nothing is said if there is no file.
     *
     * @throws Problem if the file cannot be read, others may write to it, or it is not understood completely
     */
    public static ExtensionSettingsFile in(HomeDirectory home) throws Problem {
        Path file = home.path().resolve(NAME);
        try {
            String text = SecretFile.read(file, MAX_BYTES + 1).orElse("{}");
            if (!Utf8Length.fits(text, MAX_BYTES)) {
                throw new Problem(file + " has more than " + MAX_BYTES + " bytes. Correct it, or remove it.");
            }
            JsonObject in = JsonObject.of(JsonValue.parse(text)).allowOnly(Set.of(EXTENSIONS, TOOL_NAMES));
            return new ExtensionSettingsFile(
                    home,
                    in.optional(EXTENSIONS, JsonReader.map(ExtensionSettingsFile::read))
                            .orElse(Map.of()),
                    in.optional(TOOL_NAMES, NAMES).orElse(Map.of()));
        } catch (MalformedJson e) {
            throw new Problem(file + " cannot be read: " + e.reason() + ". Correct it, or remove it.");
        } catch (JsonFault fault) {
            throw new Problem(file + ": " + fault.pointer() + " " + fault.reason() + ". Correct it, or remove it.");
        }
    }

    private static ExtensionSettings read(JsonValue value) {
        JsonObject in =
                JsonObject.of(value).allowOnly(Set.of(FAIL_OPEN, FAIL_CLOSED, REQUIRED, TOOL_TIMEOUT, HELLO, PASS));
        return new ExtensionSettings(
                in.flag(FAIL_OPEN),
                in.flag(FAIL_CLOSED),
                in.flag(REQUIRED),
                time(in, TOOL_TIMEOUT, ExtensionSettings.TOOL_TIMEOUT, ExtensionSettings.LONGEST_TOOL_TIMEOUT),
                time(in, HELLO, ExtensionSettings.HELLO, ExtensionSettings.LONGEST_HELLO),
                new HashSet<>(in.optional(PASS, VARIABLES).orElse(List.of())));
    }

    private static Duration time(JsonObject in, String member, Duration standard, Duration longest) {
        return Duration.ofMillis(
                in.optional(member, JsonReader.wholeNumber(ExtensionSettings.SHORTEST.toMillis(), longest.toMillis()))
                        .orElse(standard.toMillis()));
    }

    /** Whether an extension may find that variable in its environment (Z-019). */
    public static boolean mayPass(String variable) {
        String folded = variable.toUpperCase(Locale.ROOT);
        return VARIABLE.matcher(variable).matches() && !folded.startsWith("TAP") && !folded.startsWith("COPILOT");
    }

    /** What is said about one; the standard if nothing is. */
    public ExtensionSettings of(Manifest manifest) {
        return Optional.ofNullable(extensions.get(manifest.name()))
                .or(() -> Optional.ofNullable(extensions.get(manifest.provider().value())))
                .orElse(ExtensionSettings.STANDARD);
    }

    /** Without whom no tool is used. */
    public Set<String> required() {
        return named(ExtensionSettings::required);
    }

    /** Who lets pass what it does not decide about (Z-067). */
    public Set<String> failOpen() {
        return named(ExtensionSettings::failOpen);
    }

    private Set<String> named(Predicate<ExtensionSettings> said) {
        return extensions.entrySet().stream()
                .filter(it -> said.test(it.getValue()))
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** What extensions are told tools are called, where that is not their name (Z-077). */
    public Map<String, String> toolNames() {
        return toolNames;
    }

    /** These, and an extension that lets pass what it does not decide about (Z-067). */
    public ExtensionSettingsFile withFailOpen(String name) {
        ExtensionSettingsFile more = new ExtensionSettingsFile(home, extensions, toolNames);
        more.extensions.merge(
                name, ExtensionSettings.STANDARD.withFailOpen(true), (old, unused) -> old.withFailOpen(true));
        return more;
    }

    /**
     * Changes what is said about one, for those that are started from now on.
     *
     * @throws Problem if the file cannot be written, or would be too large
     */
    public void change(Manifest manifest, UnaryOperator<ExtensionSettings> change) throws Problem {
        ExtensionSettingsFile next = new ExtensionSettingsFile(home, extensions, toolNames);
        next.forget(manifest);
        ExtensionSettings changed = change.apply(of(manifest));
        if (changed.pass().size() > MAX_PASSED) {
            throw new Problem("At most " + MAX_PASSED + " variables can be passed to an extension.");
        }
        if (!changed.equals(ExtensionSettings.STANDARD)) {
            next.extensions.put(manifest.provider().value(), changed);
        }
        next.write();
    }

    /**
     * Takes back what is said about one (Z-111).
     *
     * @throws Problem if the file cannot be written
     */
    public void remove(Manifest manifest) throws Problem {
        ExtensionSettingsFile next = new ExtensionSettingsFile(home, extensions, toolNames);
        next.forget(manifest);
        if (!next.extensions.equals(extensions)) {
            next.write();
        }
    }

    private void forget(Manifest manifest) {
        extensions.remove(manifest.name());
        extensions.remove(manifest.provider().value());
    }

    private void write() throws Problem {
        String text = JsonWriter.toText(out -> out.object(
                        EXTENSIONS,
                        all -> extensions.forEach((name, said) -> all.object(name, one -> write(one, said))))
                .object(TOOL_NAMES, all -> new TreeMap<>(toolNames).forEach(all::text)));
        if (!Utf8Length.fits(text + "\n", MAX_BYTES)) {
            throw new Problem(NAME + " would have more than " + MAX_BYTES + " bytes; remove what is not needed.");
        }
        var unused = SecretFile.write(ClaimedHome.prepare(home), NAME, text + "\n");
    }

    private static void write(JsonWriter out, ExtensionSettings said) {
        out.flagIfSet(FAIL_OPEN, said.failOpen())
                .flagIfSet(FAIL_CLOSED, said.failClosed())
                .flagIfSet(REQUIRED, said.required());
        if (!said.toolTimeout().equals(ExtensionSettings.TOOL_TIMEOUT)) {
            out.number(TOOL_TIMEOUT, said.toolTimeout().toMillis());
        }
        if (!said.hello().equals(ExtensionSettings.HELLO)) {
            out.number(HELLO, said.hello().toMillis());
        }
        if (!said.pass().isEmpty()) {
            out.texts(PASS, new TreeSet<>(said.pass()));
        }
    }
}
