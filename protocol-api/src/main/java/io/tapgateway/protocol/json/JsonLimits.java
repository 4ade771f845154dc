package io.tapgateway.protocol.json;

/**
 * How much structure a text may have before it is refused (D-024). Immutable.
 *
 * @param depth most containers inside one another, the outermost included
 * @param members most object members in the whole text
 * @param numberLength most characters of a number
 */
public record JsonLimits(int depth, int members, int numberLength) {
    /** For authenticated peers. */
    public static final JsonLimits STANDARD = new JsonLimits(64, 50_000, 64);

    /** For peers that have not proved who they are yet (T-23). */
    public static final JsonLimits UNAUTHENTICATED = new JsonLimits(64, 1_000, 64);

    /**
     * For gateways and hosts that have proved to each other who they are: whole lists of messages' worth, in an
     * envelope.
     */
    public static final JsonLimits LINK = new JsonLimits(72, 4_000_000, 64);

    /** Most characters of a member's name, for all peers. */
    static final int NAME_LENGTH = 50_000;
}
