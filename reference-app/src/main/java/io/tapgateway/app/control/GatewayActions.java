package io.tapgateway.app.control;

import io.tapgateway.app.console.SignIn;
import io.tapgateway.protocol.json.JsonText;
import io.tapgateway.runtime.Gateway;
import java.util.Optional;

/** What programs can learn about the gateway as a whole. Thread-safe. */
final class GatewayActions {
    /** The origin of a page that nobody has said anything about. */
    private static final String SOME_PAGE = "https://example.com";

    private final Gateway gateway;
    private final Vitals vitals;
    private final SignIn signIn;

    GatewayActions(Gateway gateway, Vitals vitals, SignIn signIn) {
        this.gateway = gateway;
        this.vitals = vitals;
        this.signIn = signIn;
    }

    void addTo(Routes.Builder routes) {
        routes.now("GET", "/api/providers", request -> providers())
                .now("GET", "/api/health", request -> health())
                .now("POST", "/api/sign-in/links", request -> link());
    }

    private ApiReply providers() {
        return ApiReply.ok(ApiJson.list("providers", gateway.providers(), ApiJson::provider));
    }

    private ApiReply link() {
        String code = signIn.newLink().reveal();
        return ApiReply.created(
                new JsonText().beginObject().name("code").string(code).endObject());
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
                .name("emitters")
                .bool(vitals.terms().emitters())
                .name("pairing")
                .beginObject()
                .name("programs")
                .string(mode(Optional.empty()))
                .name("pages")
                .string(mode(Optional.of(SOME_PAGE)))
                .endObject()
                .endObject());
    }

    private String mode(Optional<String> origin) {
        return ApiJson.lower(vitals.terms().pairing().modeFor(origin));
    }
}
