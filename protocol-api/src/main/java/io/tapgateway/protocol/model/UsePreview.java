package io.tapgateway.protocol.model;

import java.util.List;
import java.util.Optional;

/**
 * What a tool says of a use of it that a person has to approve, beside its arguments (U-121). Only a provider in the
 * process of the gateway says so, of a tool of its own; it is never part of a message on a wire. Immutable.
 *
 * @param diff what would be changed, as a unified diff; a person is shown all of it or is not asked (U-105)
 * @param files that the tool has looked at for that; a yes counts only as long as this is what is in them
 * @param dangerous whether every single use has to be approved (U-106)
 */
@MayChange
public record UsePreview(Optional<String> diff, List<FileDigest> files, boolean dangerous) {
    /** A use about which nothing more is known. */
    public static final UsePreview NONE = new UsePreview(Optional.empty(), List.of(), false);

    /** A use that has to be approved each time. */
    public static final UsePreview DANGEROUS = new UsePreview(Optional.empty(), List.of(), true);

    public UsePreview {
        files = List.copyOf(files);
    }

    /** A change of one file. */
    public static UsePreview of(String diff, FileDigest file, boolean dangerous) {
        return new UsePreview(Optional.of(diff), List.of(file), dangerous);
    }
}
