package io.tapgateway.app.cowork;

import io.tapgateway.agentserver.AnywhereSettings;
import io.tapgateway.agentserver.anywhere.Folder;
import io.tapgateway.app.home.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The folders that somebody has named, as clients of Copilot Anywhere know them. Stateless. */
public final class Folders {
    private Folders() {}

    /**
     * Each of them once, or the current directory if none is named.
     *
     * @throws Problem if one is not there, or there are too many
     */
    public static List<Folder> of(List<Path> named) throws Problem {
        List<Folder> folders = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        Set<Path> seen = new HashSet<>();
        for (Path each : named.isEmpty() ? List.of(Path.of("")) : named) {
            Path path = each.toAbsolutePath().normalize();
            Path real = real(path);
            if (seen.add(real)) {
                Folder next = Folder.of(path, real, Instant.now(), ids);
                ids.add(next.id());
                folders.add(named.isEmpty() ? next.asDefault() : next);
            }
        }
        if (folders.size() > AnywhereSettings.MOST_FOLDERS) {
            throw new Problem("At most " + AnywhereSettings.MOST_FOLDERS + " folders are served at once.");
        }
        return folders;
    }

    private static Path real(Path path) throws Problem {
        if (!Files.isDirectory(path)) {
            throw new Problem("There is no directory '" + path + "' to work in.");
        }
        try {
            return path.toRealPath();
        } catch (IOException e) {
            throw new Problem("The directory '" + path + "' cannot be read.");
        }
    }
}
