package io.tapgateway.workspace.snapshot;

/**
 * What was recorded of one path. Immutable.
 *
 * @param isLink whether it is a symbolic link; otherwise it is a regular file
 * @param content of a file, its SHA-256 in hexadecimal digits; of a link, where it leads, as it says
 * @param mode the nine rights as in {@code 0644}; negative where there are none
 * @param size in bytes
 * @param modified when it was written, in nanoseconds since 1970
 * @param key what tells the file from one that is put in its place
 */
public record Recorded(boolean isLink, String content, int mode, long size, long modified, String key) {
    /** Whether a person finds the same there: the same bytes, with the same rights. */
    public boolean isLike(Recorded other) {
        return isLink == other.isLink && content.equals(other.content) && mode == other.mode;
    }

    /** Whether the system says the same of it: then nothing was written meanwhile, if it has had time to notice. */
    public boolean hasFacts(boolean link, long bytes, long writtenAt, String fileKey) {
        return isLink == link && size == bytes && modified == writtenAt && key.equals(fileKey);
    }

    /** The same with other rights. */
    public Recorded withMode(int other) {
        return new Recorded(isLink, content, other, size, modified, key);
    }
}
