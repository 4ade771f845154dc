package io.tapgateway.app.home;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Which configurations the user has approved, by place and hash: one that has changed, or lies elsewhere, is asked
 * about again (T-34). The newest ones are remembered. Confined to the thread of a command.
 */
public final class Approvals {
    /** How many are remembered. */
    public static final int MAX_REMEMBERED = 200;

    static final String FILE = "approved-configs";

    private final HomeDirectory home;

    private Approvals(HomeDirectory home) {
        this.home = home;
    }

    /** Those in a home. */
    public static Approvals in(HomeDirectory home) {
        return new Approvals(home);
    }

    /** Whether the user has approved the file with this content. */
    public boolean contain(Path file, String sha256) throws Problem {
        return lines().contains(line(file, sha256));
    }

    /** Remembers that the user has approved it; what was approved for that place before is forgotten. */
    public void add(Path file, String sha256) throws Problem {
        List<String> lines = new ArrayList<>(lines());
        lines.removeIf(line -> line.endsWith(" " + file));
        lines.add(line(file, sha256));
        List<String> newest = lines.subList(Math.max(0, lines.size() - MAX_REMEMBERED), lines.size());
        write(newest);
    }

    /** Forgets what was approved for that place, and below it. */
    public void remove(Path place) throws Problem {
        List<String> lines = new ArrayList<>(lines());
        if (lines.removeIf(
                line -> Path.of(line.substring(line.indexOf(' ') + 1)).startsWith(place))) {
            write(lines);
        }
    }

    private void write(List<String> lines) throws Problem {
        var unused = SecretFile.write(ClaimedHome.prepare(home), FILE, String.join("\n", lines) + "\n");
    }

    private List<String> lines() throws Problem {
        return SecretFile.read(home.path().resolve(FILE))
                .orElse("")
                .lines()
                .filter(line -> !line.isBlank())
                .toList();
    }

    private static String line(Path file, String sha256) throws Problem {
        String path = file.toString();
        if (path.chars().anyMatch(Character::isISOControl)) {
            throw new Problem("The name of the file contains control characters; rename it.");
        }
        return sha256 + " " + path;
    }
}
