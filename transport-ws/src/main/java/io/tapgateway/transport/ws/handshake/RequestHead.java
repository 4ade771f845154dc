package io.tapgateway.transport.ws.handshake;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The request line and the headers of an HTTP request. Immutable.
 *
 * @param method as sent
 * @param target as sent
 * @param version as sent
 * @param headers in order
 */
record RequestHead(String method, String target, String version, List<Header> headers) {
    public RequestHead {
        headers = List.copyOf(headers);
    }

    /**
     * One header line.
     *
     * @param name in lower case
     * @param value without the white space around it
     */
    public record Header(String name, String value) {
        public Header {
            name = name.toLowerCase(Locale.ROOT);
        }
    }

    /** All values of a header, one per line. */
    public List<String> values(String name) {
        return named(name).toList();
    }

    /** The value of a header that occurs exactly once. */
    public Optional<String> single(String name) {
        List<String> values = values(name);
        return values.size() == 1 ? Optional.of(values.get(0)) : Optional.empty();
    }

    /** Whether the header occurs. */
    public boolean has(String name) {
        return named(name).findAny().isPresent();
    }

    /** Whether a header that holds a comma-separated list names {@code token}, in any case. */
    public boolean lists(String name, String token) {
        return named(name)
                .flatMap(value -> Stream.of(value.split(",", -1)))
                .anyMatch(element -> element.trim().equalsIgnoreCase(token));
    }

    private Stream<String> named(String name) {
        return headers.stream().filter(header -> header.name().equals(name)).map(Header::value);
    }
}
