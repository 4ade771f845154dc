package io.tapgateway.transport.ws.http;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The request line and the headers of an HTTP request. Immutable.
 *
 * @param method as sent
 * @param target as sent
 * @param version as sent
 * @param headers in order
 */
public record RequestHead(String method, String target, String version, List<Header> headers) {
    private static final String SCHEME = "http://";
    private static final Set<String> HOSTS = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final int HTTP_PORT = 80;

    /** A target that names a scheme, whichever. */
    private static final Pattern ABSOLUTE = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*://.*", Pattern.DOTALL);

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
        List<String> values = new ArrayList<>(1);
        for (Header header : headers) {
            if (header.name().equals(name)) {
                values.add(header.value());
            }
        }
        return Collections.unmodifiableList(values);
    }

    /** The value of a header that occurs exactly once. */
    public Optional<String> single(String name) {
        List<String> values = values(name);
        return values.size() == 1 ? Optional.of(values.get(0)) : Optional.empty();
    }

    /**
     * Whether the one Host that it names is this machine, at that port, and no name that a page has bound to it (T-02).
     */
    public boolean isForLoopback(int port) {
        String host = single("host").orElse("").toLowerCase(Locale.ROOT);
        String suffix = ":" + port;
        return host.endsWith(suffix)
                ? HOSTS.contains(host.substring(0, host.length() - suffix.length()))
                : port == HTTP_PORT && HOSTS.contains(host);
    }

    /** Whether the header occurs. */
    public boolean has(String name) {
        return !values(name).isEmpty();
    }

    /** Whether a header that holds a comma-separated list names {@code token}, in any case. */
    public boolean lists(String name, String token) {
        return values(name).stream()
                .flatMap(value -> Stream.of(value.split(",", -1)))
                .anyMatch(element -> element.trim().equalsIgnoreCase(token));
    }

    /** The same request with its path, and no query, as the target. */
    public RequestHead withoutQuery() {
        String path = path();
        int query = path.indexOf('?');
        return new RequestHead(method, query < 0 ? path : path.substring(0, query), version, headers);
    }

    /** The path, with its query. */
    public String path() {
        if (!isAbsolute()) {
            return target;
        }
        String path = target.substring(endOfAuthority());
        return path.isEmpty() ? "/" : path;
    }

    /** Whether the target is a whole address, of another place than the one Host there is or of another scheme. */
    public boolean contradictsHost() {
        return isAbsolute()
                ? single("host")
                        .filter(target.substring(SCHEME.length(), endOfAuthority())::equalsIgnoreCase)
                        .isEmpty()
                : ABSOLUTE.matcher(target).matches();
    }

    private boolean isAbsolute() {
        return target.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
    }

    private int endOfAuthority() {
        int slash = target.indexOf('/', SCHEME.length());
        return slash < 0 ? target.length() : slash;
    }
}
