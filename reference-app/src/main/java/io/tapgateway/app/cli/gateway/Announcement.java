package io.tapgateway.app.cli.gateway;

import io.tapgateway.app.home.GatewayRecord;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.protocol.json.JsonWriter;

/** The line with which programs learn where a gateway listens. Immutable. */
public final class Announcement {
    private Announcement() {}

    public static JsonWriter write(JsonWriter out, GatewayRecord record, HomeDirectory home) {
        return out.text("type", "gateway_listening")
                .text("url", record.url())
                .number("port", record.port())
                .text("controlUrl", record.controlUrl())
                .number("controlPort", record.controlPort())
                .text("home", home.path())
                .text("providerTokenFile", home.providerToken())
                .text("ownerTokenFile", home.ownerToken())
                .number("pid", record.pid())
                .text("version", record.version());
    }
}
