package io.tapgateway.app.doctor;

import io.tapgateway.app.home.GatewayRecord;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Version;
import java.util.List;

/** Whether a gateway runs in the home, and whether its files tell the truth (D-227). Immutable. */
record GatewayCheck(FoundGateway gateway, HomeDirectory home) implements DoctorCheck {
    private static final String NAME = "gateway";

    @Override
    public List<DoctorFinding> findings() {
        return List.of(gateway.complaint()
                .map(complaint -> DoctorFinding.fail(
                        NAME, complaint, "If no gateway runs in " + home.path() + ", the next start repairs it."))
                .or(() -> gateway.record().map(this::about))
                .orElse(DoctorFinding.ok(NAME, "No gateway runs in " + home.path() + ".")));
    }

    private DoctorFinding about(GatewayRecord record) {
        String who = "The gateway with pid " + record.pid();
        if (!gateway.isAlive()) {
            return DoctorFinding.warn(
                    NAME,
                    home.gatewayRecord() + " is stale: " + who.replaceFirst("^The", "the")
                            + " is gone and could not tidy up.",
                    "Start a gateway; it removes what is left. See " + home.logs() + " for how the last one ended.");
        }
        if (!gateway.answers()) {
            return DoctorFinding.fail(
                    NAME,
                    who + " does not answer on " + record.controlUrl() + ".",
                    "See its log in " + home.logs() + "; if it hangs, end it: kill " + record.pid());
        }
        if (!record.version().equals(Version.current())) {
            return DoctorFinding.warn(
                    NAME,
                    who + " answers, but is version " + record.version() + ", and this is " + Version.current() + ".",
                    "Stop it and start it again: tapgateway stop");
        }
        return DoctorFinding.ok(NAME, who + " answers on " + record.controlUrl() + ".");
    }
}
