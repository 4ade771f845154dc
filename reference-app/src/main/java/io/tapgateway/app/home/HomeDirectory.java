package io.tapgateway.app.home;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which directories a gateway of this user keeps its files in, and how the files are called. Immutable.
 *
 * @param path the home
 * @param copilotHome where every provider of this user looks for a discovery token
 */
public record HomeDirectory(Path path, Path copilotHome) {
    /** The control port's key. */
    static final String OWNER_TOKEN = "owner.token";

    /** The discovery token, for programs that are told where to look. */
    static final String PROVIDER_TOKEN = "provider.token";

    /** The key of session hosts. */
    static final String HOST_KEY = "host.key";

    /** How hooks of agents ask. */
    static final String HOOK_CURL = "hook.curl";

    /** Where the gateway listens. */
    static final String GATEWAY_RECORD = "gateway.json";

    /** Held as long as a gateway lives. */
    static final String LOCK = "gateway.lock";

    /** Held by whoever is about to start a gateway in a process of its own. */
    static final String START_LOCK = "start.lock";

    /** What says that somebody has stopped the last gateway. */
    static final String STOPPED = "stopped";

    private static final String USUAL = ".tapgateway";
    private static final String HISTORY = "history";
    private static final String LOGS = "logs";
    private static final String PROVIDERS = "providers";

    /**
     * Chooses the directories: {@code --home}, else {@code TAPGATEWAY_HOME}, else {@code ~/.tapgateway}; and for the
     * discovery token {@code COPILOT_HOME}, else {@code ~/.copilot} (C/authentication). As in shells and in providers
     * of other languages, {@code ~} is {@code HOME} where that is set, not what the password file says.
     *
     * @param option what the command line says
     * @param account the home of the user's account, in case there is no {@code HOME}
     * @throws Problem if one of them is no path
     */
    public static HomeDirectory locate(Optional<String> option, Map<String, String> environment, Path account)
            throws Problem {
        Path userHome = userHome(environment, account);
        Path home = option.or(() -> setting(environment, "TAPGATEWAY_HOME")).isPresent()
                ? path(option.or(() -> setting(environment, "TAPGATEWAY_HOME")).orElseThrow())
                : userHome.resolve(USUAL);
        Optional<String> copilot = setting(environment, "COPILOT_HOME");
        Path shared = copilot.isPresent() ? path(copilot.get()) : userHome.resolve(".copilot");
        return new HomeDirectory(absolute(home), absolute(shared));
    }

    /** {@link #locate(Optional, Map, Path)} for this process. */
    public static HomeDirectory locate(Optional<String> option) throws Problem {
        return locate(option, System.getenv(), account());
    }

    /** What {@code ~} is for this process: {@code HOME} where that is an absolute path, else the account's home. */
    public static Path userHome() throws Problem {
        return userHome(System.getenv(), account());
    }

    /** Whether this is the one that is meant where nothing is said. */
    public boolean isUsual() throws Problem {
        return path.equals(absolute(userHome().resolve(USUAL)));
    }

    private static Path userHome(Map<String, String> environment, Path account) throws Problem {
        Optional<String> user = setting(environment, "HOME");
        return user.isPresent() && path(user.get()).isAbsolute() ? path(user.get()) : account;
    }

    private static Path account() {
        return Path.of(System.getProperty("user.home", "."));
    }

    /** The file with the control port's key. */
    public Path ownerToken() {
        return path.resolve(OWNER_TOKEN);
    }

    /** The file with the discovery token. */
    public Path providerToken() {
        return path.resolve(PROVIDER_TOKEN);
    }

    /** The file with the key of session hosts. */
    public Path hostKey() {
        return path.resolve(HOST_KEY);
    }

    /** The file by which hooks of agents ask (G-021). */
    public Path hookCurl() {
        return path.resolve(HOOK_CURL);
    }

    /** The file that is there if somebody has stopped the last gateway: agents start none then (M-013, G-022). */
    public Path stopped() {
        return path.resolve(STOPPED);
    }

    /** The file that says where the gateway listens. */
    public Path gatewayRecord() {
        return path.resolve(GATEWAY_RECORD);
    }

    /** The file with the lines of the prompt. */
    public Path history() {
        return path.resolve(HISTORY);
    }

    /** All files that nobody but this user may read, whether they are there or not. */
    public List<Path> privateFiles() {
        return List.of(
                ownerToken(),
                providerToken(),
                hostKey(),
                hookCurl(),
                gatewayRecord(),
                history(),
                path.resolve(Approvals.FILE),
                copilotHome.resolve("extensions/tap").resolve(DiscoveryFile.TOKEN));
    }

    /** Where log files go. */
    public Path logs() {
        return path.resolve(LOGS);
    }

    /** Where providers have directories for files. */
    public Path providers() {
        return path.resolve(PROVIDERS);
    }

    private static Optional<String> setting(Map<String, String> environment, String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
    }

    private static Path path(String text) throws Problem {
        if (text.isBlank()) {
            throw new Problem("--home needs a directory.");
        }
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new Problem("'" + text + "' is no path; name a directory.");
        }
    }

    private static Path absolute(Path path) {
        return path.toAbsolutePath().normalize();
    }
}
