package io.tapgateway.app.control.api;

import io.tapgateway.protocol.json.JsonWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * What a request is answered with. Immutable.
 *
 * @param pieces of the body, which is JSON, unless the headers say otherwise
 * @param headers besides those of every answer
 */
public record ApiReply(int status, List<String> pieces, Map<String, String> headers) {
    /** The status of an answer without a body. */
    public static final int NO_CONTENT = 204;

    private static final String NOTHING_TO_SAY = "{}";

    public ApiReply {
        pieces = List.copyOf(pieces);
        headers = Map.copyOf(headers);
    }

    public ApiReply(int status, String json) {
        this(status, List.of(json), Map.of());
    }

    private ApiReply(int status, List<String> pieces) {
        this(status, pieces, Map.of());
    }

    /** The body as a whole. */
    public String body() {
        return String.join("", pieces);
    }

    /** How many characters the body has. */
    public long length() {
        return pieces.stream().mapToLong(String::length).sum();
    }

    /** An object of these members. */
    public static ApiReply ok(Consumer<JsonWriter> members) {
        return new ApiReply(200, JsonWriter.toPieces(members));
    }

    /** An object with one member, a list. */
    public static <T> ApiReply list(String name, List<T> elements, BiConsumer<JsonWriter, T> write) {
        return ok(out -> out.objects(name, elements, write));
    }

    /** Whether what was asked for is done. */
    public boolean isSuccess() {
        return status < 300;
    }

    public ApiReply with(String header, String value) {
        Map<String, String> all = new HashMap<>(headers);
        all.put(header, value);
        return new ApiReply(status, pieces, all);
    }

    /** An object of these members, which describe what is new. */
    public static ApiReply created(Consumer<JsonWriter> members) {
        return new ApiReply(201, JsonWriter.toPieces(members));
    }

    public static ApiReply noContent() {
        return new ApiReply(NO_CONTENT, "");
    }

    public static ApiReply accepted() {
        return new ApiReply(202, NOTHING_TO_SAY);
    }
}
