package io.tapgateway.runtime.core.schema;

import java.util.HashMap;
import java.util.Map;

/** All keywords that are checked, or that nothing must be said without. Immutable. */
final class Keywords {
    static final Map<String, Keyword> ALL = all();

    private Keywords() {}

    private static Map<String, Keyword> all() {
        Map<String, Keyword> all = new HashMap<>();
        all.putAll(ScalarKeywords.ALL);
        all.putAll(ObjectKeywords.ALL);
        all.putAll(ArrayKeywords.ALL);
        all.putAll(CombiningKeywords.ALL);
        for (String unknown :
                new String[] {"$dynamicRef", "$recursiveRef", "unevaluatedProperties", "unevaluatedItems"}) {
            all.put(unknown, (evaluation, site) -> evaluation.unknown());
        }
        return Map.copyOf(all);
    }
}
