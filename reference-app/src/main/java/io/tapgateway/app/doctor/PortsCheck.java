package io.tapgateway.app.doctor;

import io.tapgateway.app.home.GatewayRecord;
import io.tapgateway.app.run.RunOptions;
import io.tapgateway.transport.ws.http.LoopbackHttpServer;
import io.tapgateway.transport.ws.http.PortTaken;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Whether the ports are free, the gateway's own, or a stranger's (D-011). They are bound for a moment. Immutable. */
record PortsCheck(FoundGateway gateway, RunOptions.Ports wanted) implements DoctorCheck {
    @Override
    public List<DoctorFinding> findings() {
        Optional<GatewayRecord> running = gateway.record().filter(record -> gateway.isAlive());
        return List.of(
                finding("provider-port", wanted.providers(), running.map(GatewayRecord::port), "--port"),
                finding("control-port", wanted.control(), running.map(GatewayRecord::controlPort), "--control-port"));
    }

    private static DoctorFinding finding(String name, int wanted, Optional<Integer> ours, String option) {
        if (ours.isPresent()) {
            return DoctorFinding.ok(name, "Port " + ours.get() + " is the gateway's.");
        }
        try (LoopbackHttpServer probe =
                LoopbackHttpServer.named("doctor").port(wanted).listen()) {
            return DoctorFinding.ok(name, "Port " + probe.port() + " is free.");
        } catch (PortTaken taken) {
            return DoctorFinding.fail(
                    name,
                    taken.finding(),
                    "Stop that program, or choose another port with " + option
                            + "; if it is a gateway of yours, name its directory with --home.");
        } catch (IOException e) {
            return DoctorFinding.fail(
                    name, "Port " + wanted + " cannot be bound.", "Choose another port with " + option + ".");
        }
    }
}
