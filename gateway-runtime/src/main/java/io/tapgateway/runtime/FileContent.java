package io.tapgateway.runtime;

import java.io.ByteArrayInputStream;
import java.io.InputStream;

/** A file that a provider answered with, as it was when the gateway read it. Immutable. */
public final class FileContent {
    private final String mimeType;
    private final byte[] bytes;

    private FileContent(String mimeType, byte[] bytes) {
        this.mimeType = mimeType;
        this.bytes = bytes;
    }

    /**
     * A file's content.
     *
     * @param bytes copied
     */
    public static FileContent of(String mimeType, byte[] bytes) {
        return new FileContent(mimeType, bytes.clone());
    }

    /**
     * Content that nobody else holds on to; saves a copy of what may be large.
     *
     * @param bytes not to be changed any more
     */
    public static FileContent owning(String mimeType, byte[] bytes) {
        return new FileContent(mimeType, bytes);
    }

    /** What its provider says it is, one of the types the embedder accepts; nobody has looked whether that is true. */
    public String mimeType() {
        return mimeType;
    }

    /** Its length in bytes. */
    public int size() {
        return bytes.length;
    }

    /** A copy of it. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /** It, to be read without a copy. */
    public InputStream stream() {
        return new ByteArrayInputStream(bytes);
    }

    @Override
    public String toString() {
        return mimeType + ", " + bytes.length + " bytes";
    }
}
