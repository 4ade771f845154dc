package io.tapgateway.app.control.action;

import io.tapgateway.app.control.api.ApiJson;
import io.tapgateway.app.control.api.ApiProblem;
import io.tapgateway.app.control.api.ApiReply;
import io.tapgateway.app.control.api.ApiRequest;
import io.tapgateway.app.control.api.Routes;
import io.tapgateway.runtime.Pairing;
import io.tapgateway.runtime.PairingStatus;
import java.time.Duration;

/** What programs of the owner can do about those who want to be let in by a code (D-050 – D-053). Thread-safe. */
public final class PairingActions {
    private static final long STANDARD_SECONDS = 120;
    private static final long MAX_SECONDS = 3_600;

    private final Pairing pairing;

    public PairingActions(Pairing pairing) {
        this.pairing = pairing;
    }

    public void addTo(Routes.Builder routes) {
        routes.now("GET", "/api/pairing", request -> pairing())
                .now("POST", "/api/pairing/window", this::openWindow)
                .now("DELETE", "/api/pairing/window", request -> done(pairing::closeWindow))
                .now("POST", "/api/pairing/unlock", request -> done(pairing::unlock))
                .now("POST", "/api/pairing/cancel", request -> done(pairing::cancel));
    }

    private ApiReply pairing() {
        PairingStatus status = pairing.status();
        return ApiReply.ok(out -> ApiJson.pairing(out, status));
    }

    private ApiReply openWindow(ApiRequest request) throws ApiProblem {
        Duration length = Duration.ofSeconds(request.wholeNumber("seconds", STANDARD_SECONDS, 1, MAX_SECONDS));
        return done(() -> pairing.openWindow(length));
    }

    private static ApiReply done(Runnable action) {
        action.run();
        return ApiReply.noContent();
    }
}
