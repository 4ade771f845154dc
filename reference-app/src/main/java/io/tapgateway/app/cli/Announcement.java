package io.tapgateway.app.cli;

import io.tapgateway.app.home.GatewayRecord;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.protocol.json.JsonText;

/** The line with which programs learn where a gateway listens. Immutable. */
final class Announcement {
    private Announcement() {}

    /** Without the brace at the end. */
    static JsonText of(GatewayRecord record, HomeDirectory home) {
        return new JsonText()
                .beginObject()
                .name("type")
                .string("gateway_listening")
                .name("url")
                .string(record.url())
                .name("port")
                .number(record.port())
                .name("controlUrl")
                .string(record.controlUrl())
                .name("controlPort")
                .number(record.controlPort())
                .name("home")
                .string(home.path().toString())
                .name("providerTokenFile")
                .string(home.providerToken().toString())
                .name("ownerTokenFile")
                .string(home.ownerToken().toString())
                .name("pid")
                .number(record.pid())
                .name("version")
                .string(record.version());
    }
}
