package io.tapgateway.app.control;

import io.tapgateway.app.console.SignIn;
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
        return ApiReply.list("providers", gateway.providers(), ApiJson::provider);
    }

    private ApiReply link() {
        String code = signIn.newLink().reveal();
        return ApiReply.created(out -> out.text("code", code));
    }

    private ApiReply health() {
        return ApiReply.ok(out -> out.text(
                        "status", gateway.closed().toCompletableFuture().isDone() ? "stopping" : "ok")
                .text("version", vitals.version())
                .number("pid", vitals.pid())
                .text("started", vitals.started())
                .number("sessions", gateway.sessions().size())
                .number("providers", gateway.providers().size())
                .flag("emitters", vitals.terms().emitters())
                .object(
                        "pairing",
                        part -> part.text("programs", mode(Optional.empty()))
                                .text("pages", mode(Optional.of(SOME_PAGE)))));
    }

    private String mode(Optional<String> origin) {
        return ApiJson.lower(vitals.terms().pairing().modeFor(origin));
    }
}
