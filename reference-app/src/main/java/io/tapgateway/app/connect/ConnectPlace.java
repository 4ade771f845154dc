package io.tapgateway.app.connect;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.text.ShellWord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where an agent is connected. Immutable.
 *
 * @param workspace the directory of the project, absolute
 * @param launcher the absolute path of the script that starts this program
 * @param home that of the gateway, where it is not the usual one
 * @param isShared whether the files of the team are meant, not those of the person
 */
public record ConnectPlace(
        Path workspace,
        Path userHome,
        String launcher,
        Map<String, String> environment,
        Optional<Path> home,
        boolean isShared) {
    /** What means itself in a shell. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./-]+");

    public ConnectPlace {
        environment = Map.copyOf(environment);
    }

    /** Said by the launcher: where it is, as it was called. */
    private static final String LAUNCHER = "tapgateway.launcher";

    /**
     * Where agents are connected by whoever runs this process.
     *
     * @param workspace the directory, which there must be
     * @param shared whether the files of the team are meant
     */
    public static ConnectPlace of(HomeDirectory home, Path workspace, boolean shared) throws Problem, IOException {
        String launcher = Optional.ofNullable(System.getProperty(LAUNCHER))
                .map(it -> Path.of(it).toAbsolutePath().normalize().toString())
                .orElse("tapgateway");
        // Agents pass on what they like of their environment: where the home is stands in what is written.
        Optional<Path> elsewhere = home.isUsual() ? Optional.empty() : Optional.of(home.path());
        return new ConnectPlace(
                workspace.toRealPath(), HomeDirectory.userHome(), launcher, System.getenv(), elsewhere, shared);
    }

    /** The line for a shell that connects an agent here, wherever it is typed. */
    public String line(AgentKind agent) {
        String connect = word(launcher) + " connect " + agent.label();
        return "cd " + word(workspace.toString()) + " && " + connect
                + home.map(it -> " --home " + word(it.toString())).orElse("");
    }

    private String word(String text) {
        return PLAIN.matcher(text).matches() ? text : quoted(text);
    }

    /** The line for a shell by which hooks that were connected here ask, whichever agent has them. */
    public String hookLine() {
        return HookEntries.probe(this);
    }

    /** The same files of the team, or of the person. */
    public ConnectPlace shared(boolean shared) {
        return new ConnectPlace(workspace, userHome, launcher, environment, home, shared);
    }

    /** The launcher as a word that a shell reads as it is. */
    String quotedLauncher() {
        return quoted(launcher);
    }

    /** A file name as a shell reads it; those of Windows have no quotation mark. */
    String quoted(String name) {
        return launcher.endsWith(".cmd") ? '"' + name + '"' : ShellWord.quoted(name);
    }

    /** The directory of the person's own, or that of the workspace. */
    Path file(Path own, String ofWorkspace, String name) {
        return (isShared ? workspace.resolve(ofWorkspace) : own).resolve(name);
    }

    /** A directory that a variable may name. */
    Path setting(String variable, Path otherwise) {
        String value = environment.getOrDefault(variable, "");
        return value.startsWith("/") ? Path.of(value) : otherwise;
    }

    /** Whether a file belongs to the same {@link #repository}, and to none within. */
    boolean isOfRepository(Path file) {
        Path repository = repository();
        for (Path each = file.getParent(); each != null; each = each.getParent()) {
            if (each.equals(repository)) {
                return true;
            } else if (Files.exists(each.resolve(".git"))) {
                return false;
            }
        }
        return false;
    }

    /** What Claude takes for the project: the top of the repository, where there is one. */
    Path repository() {
        for (Path each = workspace; each != null; each = each.getParent()) {
            if (Files.exists(each.resolve(".git"))) {
                return each;
            }
        }
        return workspace;
    }
}
