package io.tapgateway.app.service;

import io.tapgateway.app.home.Problem;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The program of a system that starts and watches the services of a user. Implementations are immutable. */
interface ServiceSupervisor {
    /** The one of this system. */
    static ServiceSupervisor of(String system, Path account, Map<String, String> environment) throws Problem {
        if (system.startsWith("Linux")) {
            Path settings = Optional.ofNullable(environment.get("XDG_CONFIG_HOME"))
                    .map(Path::of)
                    .filter(Path::isAbsolute)
                    .orElse(account.resolve(".config"));
            return new Systemd(settings.resolve("systemd/user"));
        }
        if (system.startsWith("Mac")) {
            return new Launchd(account.resolve("Library/LaunchAgents"));
        }
        throw new Problem("On " + system
                + " no service can be installed; 'tapgateway start' starts a gateway in the background.");
    }

    /** Where it wants to find what it is to run. */
    Path file();

    /** What it wants to find there. */
    String definition(ServiceProgram program);

    /** The commands that start the service, now and whenever the user logs in; in this order. */
    List<List<String>> switchOn();

    /** The command that stops it for good, while its file is still there. */
    List<String> switchOff();
}
