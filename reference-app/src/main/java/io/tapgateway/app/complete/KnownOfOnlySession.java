package io.tapgateway.app.complete;

import io.tapgateway.protocol.json.JsonValue;
import java.util.List;

/**
 * As commands have it: without a name, the only session there is; none if there are several. Confined to the thread
 * that asks.
 */
public final class KnownOfOnlySession implements Known {
    private final Known known;

    public KnownOfOnlySession(Known known) {
        this.known = known;
    }

    @Override
    public List<JsonValue> sessions() {
        return known.sessions();
    }

    @Override
    public List<JsonValue> tools(String session) {
        String meant = meant(session);
        return meant.isEmpty() ? List.of() : known.tools(meant);
    }

    @Override
    public List<JsonValue> streams(String session) {
        String meant = meant(session);
        return meant.isEmpty() ? List.of() : known.streams(meant);
    }

    private String meant(String session) {
        if (!session.isEmpty()) {
            return session;
        }
        List<JsonValue> all = known.sessions();
        return all.size() == 1 ? Known.text(all.get(0), "id") : "";
    }
}
