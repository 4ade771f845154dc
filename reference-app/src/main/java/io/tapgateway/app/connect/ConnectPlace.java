package io.tapgateway.app.connect;

import io.tapgateway.app.text.ShellWord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

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
    public ConnectPlace {
        environment = Map.copyOf(environment);
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
