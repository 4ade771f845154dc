package io.tapgateway.app.doctor;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The directory of the gateway: there, or possible; this user's, and nobody else's (T-08). Immutable. */
record HomeCheck(Path home, FileFacts facts) implements Check {
    private static final String NAME = "home";
    private static final String ANOTHER = "Choose a directory of your own with --home or TAPGATEWAY_HOME";

    @Override
    public List<Finding> findings() {
        return List.of(finding());
    }

    private Finding finding() {
        if (!FileFacts.isThere(home)) {
            return whereItWouldBe();
        }
        if (!Files.isDirectory(home, LinkOption.NOFOLLOW_LINKS) && !Files.isSymbolicLink(home)) {
            return Finding.fail(NAME, home + " is no directory.", ANOTHER + ".");
        }
        Optional<FileFacts.Objection> objection = facts.objection(home);
        if (objection.isPresent()) {
            String advice = objection.get().isOpen() ? "Close it: chmod 700 " + home : ANOTHER + ".";
            return Finding.fail(NAME, home + " " + objection.get().what() + ".", advice);
        }
        return Files.isWritable(home)
                ? Finding.ok(NAME, home + " is yours alone.")
                : Finding.fail(NAME, home + " cannot be written to.", "Let yourself in: chmod 700 " + home);
    }

    private Finding whereItWouldBe() {
        Path parent = home;
        while (parent != null && !FileFacts.isThere(parent)) {
            parent = parent.getParent();
        }
        return parent != null && Files.isDirectory(parent) && Files.isWritable(parent)
                ? Finding.ok(NAME, home + " is not there yet; the first gateway makes it.")
                : Finding.fail(NAME, home + " is not there and cannot be made in " + parent + ".", ANOTHER + ".");
    }
}
