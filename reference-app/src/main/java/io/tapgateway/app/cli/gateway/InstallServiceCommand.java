package io.tapgateway.app.cli.gateway;

import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.service.ServiceProgram;
import io.tapgateway.app.service.UserService;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Confined to the main thread. */
@Command(
        name = "install",
        description = {
            "Start a gateway now, whenever you log in, and again when it has failed: by systemd on Linux, by launchd on macOS.",
            "It has no sessions until agents or 'start --session' open some, and stays without them. For example: service install --port 9400"
        },
        mixinStandardHelpOptions = true)
final class InstallServiceCommand implements Callable<Integer> {
    /** Said by the launcher: where it is, as it was called. */
    private static final String LAUNCHER = "tapgateway.launcher";

    private final Output output;

    @Mixin
    private HomeOption home = new HomeOption();

    @Mixin
    private ListenOptions listen = new ListenOptions();

    @Option(names = "--print", description = "Only print what the system would be told.")
    private boolean print;

    InstallServiceCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        HomeDirectory directory = home.directory();
        ServiceProgram program = program(directory);
        UserService service = UserService.ofThisUser();
        if (print) {
            service.definition(program).lines().forEach(output::line);
            return 0;
        }
        service.install(program);
        List.of(
                        "A gateway runs from login to logout now, as " + service.file() + " says.",
                        "'tapgateway status' shows how it is, its log is in " + directory.logs()
                                + ", 'tapgateway service remove' ends it.")
                .forEach(output::advise);
        return 0;
    }

    private ServiceProgram program(HomeDirectory directory) throws Problem {
        Path launcher = Optional.ofNullable(System.getProperty(LAUNCHER))
                .map(it -> Path.of(it).toAbsolutePath().normalize())
                .orElseThrow(() -> new Problem("A service needs the script 'tapgateway'; start this command by it."));
        List<String> arguments = new ArrayList<>(List.of(
                DetachedCommand.NAME,
                DetachedCommand.STAY,
                "--home",
                directory.path().toString()));
        arguments.addAll(listen.arguments());
        Map<String, String> environment = new TreeMap<>();
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        environment.put("COPILOT_HOME", directory.copilotHome().toString());
        return new ServiceProgram(launcher, arguments, environment);
    }
}
