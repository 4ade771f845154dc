package io.tapgateway.transport.ws.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What stands behind the question mark of a target, decoded; what cannot be decoded as it stands. Immutable.
 *
 * @param all in order
 */
public record QueryParameters(List<Parameter> all) {
    public QueryParameters {
        all = List.copyOf(all);
    }

    /**
     * One of them.
     *
     * @param written the value as it was sent
     */
    public record Parameter(String name, String value, String written) {}

    /** Those of a path with its query, or without one. */
    public static QueryParameters ofPath(String path) {
        int mark = path.indexOf('?');
        return mark < 0 ? new QueryParameters(List.of()) : of(path.substring(mark + 1));
    }

    /** Those of a query; what has no equals sign is passed over. */
    public static QueryParameters of(String query) {
        List<Parameter> all = new ArrayList<>();
        for (String pair : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                String written = pair.substring(equals + 1);
                all.add(new Parameter(pair.substring(0, equals), decoded(written), written));
            }
        }
        return new QueryParameters(all);
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return text;
        }
    }

    /** All values of a name. */
    public List<String> values(String name) {
        return all.stream()
                .filter(it -> it.name().equals(name))
                .map(Parameter::value)
                .toList();
    }

    /** By name; of several the last. */
    public Map<String, String> asMap() {
        Map<String, String> map = new HashMap<>();
        all.forEach(it -> map.put(it.name(), it.value()));
        return map;
    }
}
