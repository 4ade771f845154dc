package io.tapgateway.app.home;

import io.tapgateway.app.text.Meant;
import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.json.MalformedJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a person has set once for all gateways of a home, in a file of it; options of the command line come before. No
 * secret stands here: the key of a model comes from the environment. Immutable.
 */
public final class Settings {
    /** The file. */
    public static final String NAME = "settings.json";

    /** How large it may be. */
    static final int MAX_BYTES = 64 << 10;

    /** One thing that can be set; it is called as the option that it stands for. */
    public enum Key {
        PORT(
                "port",
                "a number from 0 to 65535",
                "\\d{1,4}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d\\d|655[0-2]\\d|6553[0-5]"),
        CONTROL_PORT("control-port", PORT.form, PORT.pattern.pattern()),
        PAIRING("pairing", "deny, window or ask", "deny|window|ask"),
        ABSENT("absent", "deny or wait", "deny|wait"),
        MODEL("model", "the name of a model", "\\S.{0,199}"),
        APPROVE_IN_AGENT("approve-in-agent", "true or false", "true|false"),
        LAZY_TOOLS("lazy-tools", "a number from 0 to 9999", "\\d{1,4}"),
        BASE_URL("base-url", "a URL that begins with http:// or https://", "https?://\\S{1,1000}");

        private final String label;
        private final String form;
        private final Pattern pattern;

        Key(String label, String form, String pattern) {
            this.label = label;
            this.form = form;
            this.pattern = Pattern.compile(pattern);
        }

        /** As people write it. */
        public String label() {
            return label;
        }

        /**
         * The one of that name.
         *
         * @throws Problem if there is none
         */
        public static Key of(String label) throws Problem {
            if (label.equals("home")) {
                throw new Problem("The home is no setting, since it is where settings stand; TAPGATEWAY_HOME says where"
                        + " it is, or --home.");
            }
            List<String> labels = Arrays.stream(values()).map(Key::label).toList();
            return find(label)
                    .orElseThrow(() -> new Problem("There is no setting '" + label + "'."
                            + Meant.question(label, labels) + " There are: " + String.join(", ", labels) + "."));
        }

        /** The one of that name, if there is one. */
        public static Optional<Key> find(String label) {
            return Arrays.stream(values())
                    .filter(key -> key.label.equals(label))
                    .findFirst();
        }

        private void require(String value) throws Problem {
            if (!pattern.matcher(value).matches()) {
                throw new Problem(label + " must be " + form + ", not '" + value + "'.");
            }
        }
    }

    private final HomeDirectory home;
    private final Map<Key, String> values;

    private Settings(HomeDirectory home, Map<Key, String> values) {
        this.home = home;
        this.values = values;
    }

    /**
     * Those of a home; none if there is no file.
     *
     * @throws Problem if the file cannot be read, others may write to it, or it is not understood completely
     */
    public static Settings in(HomeDirectory home) throws Problem {
        Path file = home.path().resolve(NAME);
        Map<Key, String> values = new EnumMap<>(Key.class);
        try {
            if (Files.exists(file) && Files.size(file) > MAX_BYTES) {
                throw new Problem("larger than " + MAX_BYTES + " bytes. Remove it.");
            }
            Map<String, String> written = JsonReader.map(JsonReader.TEXT)
                    .read(JsonValue.parse(SecretFile.read(file, MAX_BYTES).orElse("{}")));
            for (Map.Entry<String, String> each : written.entrySet()) {
                Key key = Key.of(each.getKey());
                key.require(each.getValue());
                values.put(key, each.getValue());
            }
            return new Settings(home, values);
        } catch (IOException e) {
            throw new Problem(file + " cannot be read; check its permissions.");
        } catch (MalformedJson e) {
            throw new Problem(file + " cannot be read: " + e.reason() + ". Correct it, or remove it.");
        } catch (JsonFault fault) {
            throw new Problem(file + ": " + fault.pointer() + " " + fault.reason() + ". Correct it, or remove it.");
        } catch (Problem problem) {
            throw new Problem(file + ": " + problem.sentence());
        }
    }

    /** What is set, in the order of the keys. */
    public Map<Key, String> values() {
        return Map.copyOf(values);
    }

    /** What is set for a key. */
    public Optional<String> get(Key key) {
        return Optional.ofNullable(values.get(key));
    }

    /** Where they stand, whether there are any or not. */
    public Path file() {
        return home.path().resolve(NAME);
    }

    /**
     * Sets one, for gateways that are started from now on.
     *
     * @throws Problem if the value is none for it, or the file cannot be written
     */
    public void set(Key key, String value) throws Problem {
        key.require(value);
        Map<Key, String> next = new EnumMap<>(Key.class);
        next.putAll(values);
        next.put(key, value);
        write(next);
    }

    /**
     * Takes one back.
     *
     * @throws Problem if the file cannot be written
     */
    public void unset(Key key) throws Problem {
        Map<Key, String> next = new EnumMap<>(Key.class);
        next.putAll(values);
        next.remove(key);
        write(next);
    }

    private void write(Map<Key, String> next) throws Problem {
        String text = JsonWriter.toText(out -> next.forEach((key, value) -> out.text(key.label, value)));
        var unused = SecretFile.write(PrivateDirectory.open(home.path()), NAME, text + "\n");
    }
}
