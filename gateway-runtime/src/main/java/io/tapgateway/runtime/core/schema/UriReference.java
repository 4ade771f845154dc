package io.tapgateway.runtime.core.schema;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A name of a schema in another one, by the parts that it has (RFC 3986). Immutable.
 *
 * @param scheme with its colon; empty if there is none
 * @param authority with its slashes; empty if there is none
 * @param query with its question mark; empty if there is none
 */
record UriReference(String scheme, String authority, String path, String query, Optional<String> fragment) {
    /** Matches every text, and goes over it once. */
    private static final Pattern FORM =
            Pattern.compile("([^:/?#]++:)?+(//[^/?#]*+)?+([^?#]*+)(\\?[^#]*+)?+(#.*+)?+", Pattern.DOTALL);

    static UriReference parse(String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            throw new IllegalStateException("a text has no form of a URI: " + text);
        }
        return new UriReference(
                orEmpty(parts.group(1)),
                orEmpty(parts.group(2)),
                orEmpty(parts.group(3)),
                orEmpty(parts.group(4)),
                Optional.ofNullable(parts.group(5)).map(fragment -> fragment.substring(1)));
    }

    private static String orEmpty(String part) {
        return part == null ? "" : part;
    }

    /** Whether it only has a fragment, so that it means a place in the schema that it stands in. */
    boolean isLocal() {
        return withoutFragment().isEmpty();
    }

    String withoutFragment() {
        return scheme + authority + path + query;
    }

    /** What this means in a schema of that name; without a fragment. */
    String in(String base) {
        if (!scheme.isEmpty()) {
            return withoutFragment();
        }
        UriReference from = parse(base);
        if (!authority.isEmpty()) {
            return from.scheme + authority + withoutDots(path) + query;
        }
        if (path.isEmpty()) {
            return from.scheme + from.authority + from.path + (query.isEmpty() ? from.query : query);
        }
        String directory = from.path.substring(0, from.path.lastIndexOf('/') + 1);
        boolean bare = directory.isEmpty() && !from.authority.isEmpty();
        String whole = path.startsWith("/") ? path : (bare ? "/" : directory) + path;
        return from.scheme + from.authority + withoutDots(whole) + query;
    }

    private static String withoutDots(String path) {
        if (!path.contains("/.") && !path.startsWith(".")) {
            return path;
        }
        Deque<String> kept = new ArrayDeque<>();
        String[] segments = path.split("/", -1);
        for (int i = 0; i < segments.length; i++) {
            boolean up = segments[i].equals("..");
            if (up && kept.size() > 1) {
                kept.removeLast();
            }
            if (!up && !segments[i].equals(".")) {
                kept.addLast(segments[i]);
            } else if (i == segments.length - 1) {
                kept.addLast("");
            }
        }
        return String.join("/", kept);
    }

    /** The fragment as it is meant; the empty one if it has none, and none at all if it cannot be read. */
    Optional<String> meantFragment() {
        String text = fragment.orElse("");
        if (text.indexOf('%') < 0) {
            return Optional.of(text);
        }
        byte[] escaped = text.getBytes(StandardCharsets.UTF_8);
        byte[] bytes = new byte[escaped.length];
        int length = 0;
        for (int i = 0; i < escaped.length; i++) {
            if (escaped[i] != '%') {
                bytes[length++] = escaped[i];
                continue;
            }
            int high = i + 2 < escaped.length ? Character.digit(escaped[i + 1], 16) : -1;
            int low = i + 2 < escaped.length ? Character.digit(escaped[i + 2], 16) : -1;
            if (high < 0 || low < 0) {
                return Optional.empty();
            }
            bytes[length++] = (byte) (high * 16 + low);
            i += 2;
        }
        return Optional.of(new String(bytes, 0, length, StandardCharsets.UTF_8));
    }
}
