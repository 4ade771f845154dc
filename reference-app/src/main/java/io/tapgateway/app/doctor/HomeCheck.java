package io.tapgateway.app.doctor;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The directory of the gateway: there, or possible; this user's, and nobody else's (T-08). Immutable. */
record HomeCheck(Path home, FileFacts facts) implements DoctorCheck {
    private static final String NAME = "home";
    private static final String ANOTHER = "Choose a directory of your own with --home or TAPGATEWAY_HOME";

    @Override
    public List<DoctorFinding> findings() {
        return List.of(finding());
    }

    private DoctorFinding finding() {
        if (!FileFacts.isThere(home)) {
            return whereItWouldBe();
        }
        if (!Files.isDirectory(home, LinkOption.NOFOLLOW_LINKS) && !Files.isSymbolicLink(home)) {
            return DoctorFinding.fail(NAME, home + " is no directory.", ANOTHER + ".");
        }
        Optional<FileFacts.Objection> objection = facts.objection(home);
        if (objection.isPresent()) {
            String advice = objection.get().isOpen() ? "Close it: chmod 700 " + home : ANOTHER + ".";
            return DoctorFinding.fail(NAME, home + " " + objection.get().what() + ".", advice);
        }
        return Files.isWritable(home)
                ? DoctorFinding.ok(NAME, home + " is yours alone.")
                : DoctorFinding.fail(NAME, home + " cannot be written to.", "Let yourself in: chmod 700 " + home);
    }

    private DoctorFinding whereItWouldBe() {
        Path parent = home;
        while (parent != null && !FileFacts.isThere(parent)) {
            parent = parent.getParent();
        }
        return parent != null && Files.isDirectory(parent) && Files.isWritable(parent)
                ? DoctorFinding.ok(NAME, home + " is not there yet; the first gateway makes it.")
                : DoctorFinding.fail(NAME, home + " is not there and cannot be made in " + parent + ".", ANOTHER + ".");
    }
}
