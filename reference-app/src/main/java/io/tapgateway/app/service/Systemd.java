package io.tapgateway.app.service;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The supervisor of most Linux systems. Immutable.
 *
 * @param directory where it looks for the units of the user
 */
record Systemd(Path directory) implements ServiceSupervisor {
    private static final String UNIT = "tapgateway.service";

    /** How a Java program ends that was asked to. */
    private static final int TERMINATED = 143;

    @Override
    public Path file() {
        return directory.resolve(UNIT);
    }

    @Override
    public String definition(ServiceProgram program) {
        String environment = program.environment().entrySet().stream()
                .map(it -> "Environment=" + quoted(it.getKey() + "=" + it.getValue()) + "\n")
                .collect(Collectors.joining());
        return "# " + UserService.MARK + "\n"
                + "[Unit]\n"
                + "Description=Tap Gateway, between AI agents and the programs around them\n"
                + "\n"
                + "[Service]\n"
                + "Type=exec\n"
                + environment
                // A dollar would begin a variable there, and nowhere else.
                + "ExecStart="
                + program.command().stream()
                        .map(word -> quoted(word).replace("$", "$$"))
                        .collect(Collectors.joining(" "))
                + "\n"
                + "SuccessExitStatus=" + TERMINATED + "\n"
                + "Restart=on-failure\n"
                + "RestartSec=5\n"
                + "UMask=0077\n"
                + "\n"
                + "[Install]\n"
                + "WantedBy=default.target\n";
    }

    @Override
    public List<List<String>> switchOn() {
        return List.of(
                List.of("systemctl", "--user", "daemon-reload"),
                List.of("systemctl", "--user", "enable", "--now", UNIT));
    }

    @Override
    public List<String> switchOff() {
        return List.of("systemctl", "--user", "disable", "--now", UNIT);
    }

    private static String quoted(String word) {
        return '"' + word.replace("\\", "\\\\").replace("\"", "\\\"").replace("%", "%%") + '"';
    }
}
