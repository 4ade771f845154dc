package io.tapgateway.app.connect;

/**
 * A text that goes into a file, between what is there. Immutable.
 *
 * @param offset in characters from 0 on
 */
record Insertion(int offset, String text) {
    String into(String file) {
        return file.substring(0, offset) + text + file.substring(offset);
    }
}
