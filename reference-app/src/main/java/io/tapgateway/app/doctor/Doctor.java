package io.tapgateway.app.doctor;

import io.tapgateway.app.connect.ConnectPlace;
import io.tapgateway.app.connect.Connections;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.run.RunOptions;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** Looks at everything that a gateway needs. Immutable. */
public final class Doctor {
    private final List<DoctorCheck> checks;

    private Doctor(List<DoctorCheck> checks) {
        this.checks = List.copyOf(checks);
    }

    /**
     * What to look at.
     *
     * @param home where the gateway keeps its files
     * @param ports where it would listen
     * @param config the configuration of the workspace, if there is one
     * @param place where agents are connected, by the person's own files
     */
    public record Patient(HomeDirectory home, RunOptions.Ports ports, Optional<Path> config, ConnectPlace place) {}

    /** One for this machine. */
    public static Doctor of(Patient patient) {
        HomeDirectory home = patient.home();
        FoundGateway gateway = FoundGateway.in(home);
        FileFacts facts = FileFacts.ofThisUser();
        return new Doctor(List.of(
                new JavaCheck(Runtime.version(), System.getProperty("java.home", "")),
                new HomeCheck(home.path(), facts),
                new SecretsCheck(home, facts),
                new GatewayCheck(gateway, home),
                new PortsCheck(gateway, patient.ports()),
                new ConfigCheck(patient.config(), home, patient.place().environment()),
                new McpServersCheck(home, patient.place().workspace(), Clock.systemUTC()),
                new AgentsCheck(
                        patient.place(),
                        Connections.in(home),
                        gateway.answers(),
                        ProgramRun.in(patient.place().workspace())),
                new DiskCheck(home, DiskCheck::usableBytes),
                new ClockCheck(home, Clock.systemUTC())));
    }

    /** What there is to say, in the order in which one thing depends on the other. */
    public List<DoctorFinding> examine() {
        return checks.stream().flatMap(check -> check.findings().stream()).toList();
    }
}
