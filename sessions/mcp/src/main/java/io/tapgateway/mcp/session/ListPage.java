package io.tapgateway.mcp.session;

import io.tapgateway.mcp.protocol.McpLimit;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.function.Consumer;

/** A page of a list, sorted by the names under which an agent knows what is in it (M-020). Stateless. */
final class ListPage {
    private ListPage() {}

    /**
     * The result of a request for a list.
     *
     * @param member what the list is called
     * @param shown all there is now, by name
     * @param cursor the last name that the page before has shown
     */
    static JsonValue of(String member, NavigableMap<String, Consumer<JsonWriter>> shown, Optional<String> cursor) {
        List<Map.Entry<String, Consumer<JsonWriter>>> rest = List.copyOf(
                cursor.map(it -> shown.tailMap(it, false)).orElse(shown).entrySet());
        int most = McpLimit.LISTED_PER_PAGE.most();
        List<Map.Entry<String, Consumer<JsonWriter>>> page = rest.subList(0, Math.min(most, rest.size()));
        return JsonWriter.toValue(out -> {
            out.objects(member, page, (each, entry) -> entry.getValue().accept(each));
            if (rest.size() > most) {
                out.text("nextCursor", page.get(most - 1).getKey());
            }
        });
    }
}
