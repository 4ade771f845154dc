package io.tapgateway.app.doctor;

import io.tapgateway.app.home.GatewayRecord;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.run.Version;
import java.util.List;

/** Whether a gateway runs in the home, and whether its files tell the truth (D-227). Immutable. */
record GatewayCheck(RunningGateway gateway, HomeDirectory home) implements Check {
    private static final String NAME = "gateway";

    @Override
    public List<Finding> findings() {
        return List.of(gateway.complaint()
                .map(complaint -> Finding.fail(
                        NAME, complaint, "If no gateway runs in " + home.path() + ", the next start repairs it."))
                .or(() -> gateway.record().map(this::about))
                .orElse(Finding.ok(NAME, "No gateway runs in " + home.path() + ".")));
    }

    private Finding about(GatewayRecord record) {
        String who = "The gateway with pid " + record.pid();
        if (!gateway.isAlive()) {
            return Finding.warn(
                    NAME,
                    home.gatewayRecord() + " is stale: " + who.replaceFirst("^The", "the")
                            + " is gone and could not tidy up.",
                    "Start a gateway; it removes what is left. See " + home.logs() + " for how the last one ended.");
        }
        if (!gateway.answers()) {
            return Finding.fail(
                    NAME,
                    who + " does not answer on " + record.controlUrl() + ".",
                    "See its log in " + home.logs() + "; if it hangs, end it: kill " + record.pid());
        }
        if (!record.version().equals(Version.current())) {
            return Finding.warn(
                    NAME,
                    who + " answers, but is version " + record.version() + ", and this is " + Version.current() + ".",
                    "Stop it and start it again: tapgateway stop");
        }
        return Finding.ok(NAME, who + " answers on " + record.controlUrl() + ".");
    }
}
