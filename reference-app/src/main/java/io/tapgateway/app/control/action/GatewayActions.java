package io.tapgateway.app.control.action;

import io.tapgateway.app.control.api.ApiJson;
import io.tapgateway.app.control.api.ApiReply;
import io.tapgateway.app.control.api.Routes;
import io.tapgateway.app.control.observer.Vitals;
import io.tapgateway.runtime.Gateway;
import java.util.Optional;

/** What programs can learn about the gateway as a whole. Thread-safe. */
public final class GatewayActions {
    /** The origin of a page that nobody has said anything about. */
    private static final String SOME_PAGE = "https://example.com";

    private final Gateway gateway;
    private final Vitals vitals;

    public GatewayActions(Gateway gateway, Vitals vitals) {
        this.gateway = gateway;
        this.vitals = vitals;
    }

    public void addTo(Routes.Builder routes) {
        routes.now("GET", "/api/providers", request -> providers()).now("GET", "/api/health", request -> health());
    }

    private ApiReply providers() {
        return ApiReply.list("providers", gateway.providers(), ApiJson::provider);
    }

    private ApiReply health() {
        return ApiReply.ok(out -> out.text(
                        "status", gateway.closed().toCompletableFuture().isDone() ? "stopping" : "ok")
                .text("version", vitals.version())
                .number("pid", vitals.pid())
                .text("started", vitals.started())
                .text("command", vitals.way().command())
                .text("home", vitals.way().home())
                .flag("usualHome", vitals.way().usualHome())
                .number("sessions", gateway.sessions().size())
                .number("providers", gateway.providers().size())
                .flag("emitters", vitals.terms().emitters())
                .word("absent", vitals.terms().absent())
                .object(
                        "pairing",
                        part -> part.text("programs", mode(Optional.empty()))
                                .text("pages", mode(Optional.of(SOME_PAGE)))));
    }

    private String mode(Optional<String> origin) {
        return ApiJson.lower(vitals.terms().pairing().modeFor(origin));
    }
}
