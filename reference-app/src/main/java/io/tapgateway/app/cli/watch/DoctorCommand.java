package io.tapgateway.app.cli.watch;

import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.cli.command.ShownFindings;
import io.tapgateway.app.cli.gateway.PortOptions;
import io.tapgateway.app.connect.ConnectPlace;
import io.tapgateway.app.doctor.Doctor;
import io.tapgateway.app.doctor.DoctorFinding;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Explains what is wrong with a set-up. Confined to the main thread. */
@Command(
        name = "doctor",
        description = {
            "Examine Java, the gateway's directory and files, its ports, the configuration of the workspace, the disk and the "
                    + "clock, and say what to do about what is wrong. Nothing is changed.",
            "The exit code is 1 if anything fails, 0 otherwise, also with warnings."
        },
        mixinStandardHelpOptions = true)
public final class DoctorCommand implements Callable<Integer> {
    private static final Path CONFIG = Path.of("tap.config.json");

    private final Output output;

    @Mixin
    private HomeOption home = new HomeOption();

    @Mixin
    private PortOptions ports = new PortOptions();

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description =
                    "The configuration to examine. Default: tap.config.json in the current directory, if there is one")
    private @Nullable Path config;

    @Option(names = "--json", description = "Print the findings as one JSON document.")
    private boolean json;

    DoctorCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        List<DoctorFinding> findings = Doctor.of(new Doctor.Patient(
                        home.directory(),
                        ports.ports(),
                        configuration(),
                        ConnectPlace.of(home.directory(), Path.of(""), false)))
                .examine();
        return new ShownFindings(output).show(findings, json);
    }

    private Optional<Path> configuration() {
        if (config != null) {
            return Optional.of(config);
        }
        return Files.exists(CONFIG, LinkOption.NOFOLLOW_LINKS) ? Optional.of(CONFIG) : Optional.empty();
    }
}
