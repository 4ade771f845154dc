package io.tapgateway.app.doctor;

import io.tapgateway.app.home.PrivateDirectory;
import io.tapgateway.runtime.system.OwnerOnly;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.Optional;

/** Who may do what with a file. Immutable. */
record FileFacts(UserPrincipal user) {
    /** As this user sees it. */
    static FileFacts ofThisUser() {
        try {
            // Not in the home, which may not be there, and where nothing is to be changed.
            return new FileFacts(PrivateDirectory.thisUser(Path.of(System.getProperty("java.io.tmpdir", "."))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Nothing if there is no such file. */
    static boolean isThere(Path path) {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * What is wrong with a file. Immutable.
     *
     * @param what as part of a sentence
     * @param isOpen whether it is only that other users may do something with it
     */
    record Objection(String what, boolean isOpen) {
        static Objection to(String what) {
            return new Objection(what, false);
        }
    }

    /** What is wrong with a file or directory that must be nobody else's. */
    Optional<Objection> objection(Path path) {
        try {
            if (Files.isSymbolicLink(path)) {
                return Optional.of(Objection.to("is a symbolic link"));
            }
            UserPrincipal owner = Files.getOwner(path, LinkOption.NOFOLLOW_LINKS);
            if (!owner.equals(user)) {
                return Optional.of(Objection.to("belongs to " + owner.getName()));
            }
            OwnerOnly rights = OwnerOnly.at(path);
            return rights.isOpenToOthers(path)
                    ? Optional.of(new Objection("is open to other users (" + rights.rights(path) + ")", true))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.of(Objection.to("cannot be examined"));
        } catch (UnsupportedOperationException e) {
            return Optional.of(Objection.to("is on a file system without owner-only files"));
        }
    }
}
