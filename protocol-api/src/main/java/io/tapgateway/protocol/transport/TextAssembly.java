package io.tapgateway.protocol.transport;

/**
 * Makes one text of the parts in which it comes; a text in one part, as nearly all are, is not copied again. Confined
 * to the I/O thread of its connection.
 */
public final class TextAssembly {
    private final StringBuilder kept = new StringBuilder();
    private String first = "";

    /** Takes a part, unless the whole would have more than {@code most} characters. */
    public boolean add(CharSequence part, int most) {
        if (first.length() + kept.length() + part.length() > most) {
            clear();
            return false;
        }
        if (first.isEmpty()) {
            first = part.toString();
        } else {
            kept.append(part);
        }
        return true;
    }

    /** The whole text; the next one begins. */
    public String take() {
        String text = kept.isEmpty() ? first : first + kept;
        clear();
        return text;
    }

    private void clear() {
        first = "";
        kept.setLength(0);
        kept.trimToSize();
    }
}
