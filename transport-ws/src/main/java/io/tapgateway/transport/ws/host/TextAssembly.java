package io.tapgateway.transport.ws.host;

/** Makes one text of the parts in which it comes. Confined to the I/O thread of its connection. */
final class TextAssembly {
    private final StringBuilder kept = new StringBuilder();

    /** Takes a part, unless the whole would have more than {@code most} characters. */
    boolean add(CharSequence part, int most) {
        if (kept.length() + part.length() > most) {
            kept.setLength(0);
            kept.trimToSize();
            return false;
        }
        kept.append(part);
        return true;
    }

    /** The whole text; the next one begins. */
    String take() {
        String text = kept.toString();
        kept.setLength(0);
        kept.trimToSize();
        return text;
    }
}
