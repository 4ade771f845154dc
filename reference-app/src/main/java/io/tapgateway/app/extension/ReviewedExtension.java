package io.tapgateway.app.extension;

import io.tapgateway.app.home.Problem;
import io.tapgateway.zot.Manifest;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a person looks at before they let an extension run (Z-026). Immutable.
 *
 * @param files those that an approval covers as they are now, besides the manifest
 * @param sha256 of what an approval covers
 * @param replaces the directory of the extension of that name that runs
 */
public record ReviewedExtension(Manifest manifest, List<Path> files, String sha256, Optional<Path> replaces) {
    public ReviewedExtension {
        files = List.copyOf(files);
    }

    /** @throws Problem if a file of it cannot be looked at */
    static ReviewedExtension of(Manifest manifest, List<ExtensionStatus> running) throws Problem {
        return new ReviewedExtension(
                manifest,
                List.copyOf(ExtensionApprovals.covered(manifest)),
                ExtensionApprovals.fingerprint(manifest),
                running.stream()
                        .map(ExtensionStatus::found)
                        .filter(it -> it.manifest().filter(manifest::isNamedAs).isPresent())
                        .map(FoundExtension::directory)
                        .filter(it -> !it.equals(manifest.directory()))
                        .findFirst());
    }
}
