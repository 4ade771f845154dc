package io.tapgateway.app.control;

import io.tapgateway.protocol.json.JsonText;
import io.tapgateway.runtime.Gateway;

/** What programs can learn about the gateway as a whole. Thread-safe. */
final class GatewayActions {
    private final Gateway gateway;
    private final Vitals vitals;

    GatewayActions(Gateway gateway, Vitals vitals) {
        this.gateway = gateway;
        this.vitals = vitals;
    }

    void addTo(Routes.Builder routes) {
        routes.now("GET", "/api/providers", request -> providers()).now("GET", "/api/health", request -> health());
    }

    private ApiReply providers() {
        return ApiReply.ok(ApiJson.list("providers", gateway.providers(), ApiJson::provider));
    }

    private ApiReply health() {
        return ApiReply.ok(new JsonText()
                .beginObject()
                .name("status")
                .string(gateway.closed().toCompletableFuture().isDone() ? "stopping" : "ok")
                .name("version")
                .string(vitals.version())
                .name("pid")
                .number(vitals.pid())
                .name("started")
                .string(vitals.started())
                .name("sessions")
                .number(gateway.sessions().size())
                .name("providers")
                .number(gateway.providers().size())
                .endObject());
    }
}
