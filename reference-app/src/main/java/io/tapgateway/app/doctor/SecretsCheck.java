package io.tapgateway.app.doctor;

import io.tapgateway.app.home.HomeDirectory;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The files with keys, tokens and what was typed: plain ones with mode 0600, this user's (T-08). Immutable. */
record SecretsCheck(HomeDirectory home, FileFacts facts) implements DoctorCheck {
    private static final String NAME = "secrets";

    @Override
    public List<DoctorFinding> findings() {
        List<DoctorFinding> findings = new ArrayList<>();
        int present = 0;
        for (Path file : home.privateFiles()) {
            if (FileFacts.isThere(file)) {
                present++;
                objection(file).ifPresent(objection -> findings.add(complaint(file, objection)));
            }
        }
        if (findings.isEmpty()) {
            findings.add(DoctorFinding.ok(
                    NAME,
                    present == 0
                            ? "There are no keys and tokens; they come with a gateway."
                            : "All " + present + " files with keys, tokens and the like are yours alone."));
        }
        return findings;
    }

    private Optional<FileFacts.Objection> objection(Path file) {
        return facts.objection(file)
                .or(() -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                        ? Optional.empty()
                        : Optional.of(FileFacts.Objection.to("is no regular file")));
    }

    private static DoctorFinding complaint(Path file, FileFacts.Objection objection) {
        String advice = objection.isOpen()
                ? "Somebody may have read it. Close it with chmod 600 " + file
                        + ", then stop the gateway and start it again for new keys."
                : "Find out who put it there, remove it, and start the gateway again.";
        return DoctorFinding.fail(NAME, file + " " + objection.what() + ".", advice);
    }
}
