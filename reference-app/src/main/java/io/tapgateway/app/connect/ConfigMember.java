package io.tapgateway.app.connect;

import io.tapgateway.app.home.Problem;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** One member of the object in a file that people write: it is set, and every other byte stays. Stateless. */
public final class ConfigMember {
    private ConfigMember() {}

    /**
     * Sets a member, or adds it.
     *
     * @param value as JSON
     * @throws Problem if the file is not there, has no object, or cannot be written; nothing is changed then
     */
    public static void set(Path file, String name, String value) throws Problem {
        String text = ConfigFile.read(file).orElseThrow(() -> new Problem("There is no file " + file + "."));
        try {
            Optional<ConfigNode> old = TolerantJson.read(text).get(name);
            ConfigFile.write(
                    file,
                    old.isPresent()
                            ? text.substring(0, old.get().start())
                                    + value
                                    + text.substring(old.get().end())
                            : TolerantJson.insertion(text, List.of(name), false, value)
                                    .map(it -> it.into(text))
                                    .orElse(text),
                    true);
        } catch (Unreadable e) {
            throw new Problem(file + " cannot be read, " + e.where() + "; nothing was changed.");
        }
    }
}
