package io.tapgateway.app.complete;

import io.tapgateway.app.client.ControlClient;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the gateway of a home knows, as its control port says; nothing while it does not answer. Immutable. */
public final class KnownToGateway implements Known {
    private static final Logger LOG = LoggerFactory.getLogger(KnownToGateway.class);

    /** Somebody waits with a finger on the tabulator. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final HomeDirectory home;

    /** What the gateway that runs in that home knows. */
    public KnownToGateway(HomeDirectory home) {
        this.home = home;
    }

    @Override
    public List<JsonValue> sessions() {
        return list("api/sessions", "sessions");
    }

    @Override
    public List<JsonValue> tools(String session) {
        return list("api/sessions/" + ControlClient.segment(session) + "/tools", "tools");
    }

    @Override
    public List<JsonValue> streams(String session) {
        return list("api/sessions/" + ControlClient.segment(session) + "/streams", "streams");
    }

    private List<JsonValue> list(String path, String name) {
        try {
            return ControlClient.find(home)
                    .get(path, PATIENCE)
                    .get(name)
                    .flatMap(JsonReader.list(JsonReader.ANY)::tryRead)
                    .orElse(List.of());
        } catch (Problem e) {
            LOG.debug("Nothing to choose from: {}", e.sentence());
            return List.of();
        }
    }
}
