package io.tapgateway.app.cli;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.home.Settings;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** What options are where the command line does not say it: as it is set in the home. Immutable. */
final class SettingsDefaults implements IDefaultValueProvider {
    /** The commands that start a gateway, or are one. */
    private static final Set<String> CONCERNED = Set.of("run", "start", "detached");

    private static final String HOME = "--home";
    private static final String LONG = "--";

    private final Settings settings;

    private SettingsDefaults(Settings settings) {
        this.settings = settings;
    }

    /**
     * Those for a command line; empty if they do not concern it.
     *
     * @throws Problem if the settings are not understood
     */
    static Optional<SettingsDefaults> of(List<String> words) throws Problem {
        return CONCERNED.contains(words.get(0))
                ? Optional.of(new SettingsDefaults(Settings.in(HomeDirectory.locate(home(words)))))
                : Optional.empty();
    }

    private static Optional<String> home(List<String> words) {
        for (int i = 1; i < words.size(); i++) {
            if (words.get(i).startsWith(HOME + "=")) {
                return Optional.of(words.get(i).substring(HOME.length() + 1));
            }
            if (words.get(i).equals(HOME) && i + 1 < words.size()) {
                return Optional.of(words.get(i + 1));
            }
        }
        return Optional.empty();
    }

    @Override
    public @Nullable String defaultValue(ArgSpec argument) {
        if (argument.isOption()
                && argument instanceof OptionSpec option
                && option.longestName().startsWith(LONG)) {
            return Settings.Key.find(option.longestName().substring(LONG.length()))
                    .flatMap(settings::get)
                    .orElse(argument.defaultValue());
        }
        return argument.defaultValue();
    }
}
