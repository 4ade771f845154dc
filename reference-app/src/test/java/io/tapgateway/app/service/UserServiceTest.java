package io.tapgateway.app.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.app.Installed;
import io.tapgateway.app.home.Problem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the system is told about a gateway, and what is done to its files. */
class UserServiceTest {
    @TempDir
    private Path account;

    private final List<String> ran = new ArrayList<>();

    /** What each command complains about. */
    private Optional<String> failure = Optional.empty();

    @Test
    void a_service_that_is_there_already_is_stopped_and_started_anew() throws Exception {
        UserService service = service("Linux");
        service.install(program("/opt/1/bin/tapgateway"));
        ran.clear();

        service.install(program("/opt/2/bin/tapgateway"));

        assertThat(service.file()).content().contains("/opt/2/").doesNotContain("/opt/1/");
        assertThat(ran)
                .containsExactly(
                        "systemctl --user disable --now tapgateway.service",
                        "systemctl --user daemon-reload",
                        "systemctl --user enable --now tapgateway.service");
    }

    @Test
    void systemd_is_told_to_start_the_launcher() throws Exception {
        UserService service = service("Linux");

        service.install(program("/opt/tap gateway/bin/tapgateway"));

        assertThat(service.file()).isEqualTo(account.resolve(".config/systemd/user/tapgateway.service"));
        assertThat(service.file())
                .content()
                .contains(
                        "ExecStart=\"/opt/tap gateway/bin/tapgateway\" \"detached\" \"--home\" \"/home/a b/$$x%%\"\n",
                        "Environment=\"JAVA_HOME=/opt/java\"\n", "UMask=0077\n");
        assertThat(ran)
                .containsExactly("systemctl --user daemon-reload", "systemctl --user enable --now tapgateway.service");
    }

    @Test
    void systemd_understands_its_unit() throws Exception {
        String analyze = Installed.SYSTEMD.path();
        UserService service = service("Linux");
        Path launcher = Files.createFile(account.resolve("tap gateway"));
        assertThat(launcher.toFile().setExecutable(true)).isTrue();
        service.install(program(launcher.toString()));

        ProcessBuilder verify =
                new ProcessBuilder(analyze, "--user", "verify", service.file().toString()).redirectErrorStream(true);
        verify.environment().put("XDG_RUNTIME_DIR", account.toString());
        Process process = verify.start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);

        assertThat(process.waitFor()).as(said).isZero();
        assertThat(said).doesNotContain("tapgateway");
    }

    @Test
    void launchd_is_told_to_start_the_launcher() throws Exception {
        UserService service = service("Mac OS X");

        service.install(program("/opt/<tap>/tapgateway"));

        assertThat(service.file()).isEqualTo(account.resolve("Library/LaunchAgents/io.tapgateway.plist"));
        assertThat(service.file())
                .content()
                .contains(
                        "    <string>/opt/&lt;tap&gt;/tapgateway</string>\n    <string>detached</string>\n",
                        "    <key>JAVA_HOME</key>\n    <string>/opt/java</string>\n");
        assertThat(ran).containsExactly("launchctl load -w " + service.file());
    }

    @Test
    void whoever_installs_it_again_has_the_newer_one() throws Exception {
        UserService service = service("Linux");
        service.install(program("/old"));

        service.install(program("/new"));

        assertThat(service.file()).content().contains("/new").doesNotContain("/old");
    }

    @Test
    void a_file_of_somebody_else_stays_as_it_is() throws Exception {
        UserService service = service("Linux");
        Files.createDirectories(service.file().getParent());
        Files.writeString(service.file(), "[Service]\n");

        assertThatThrownBy(() -> service.install(program("/new")))
                .isInstanceOf(Problem.class)
                .hasMessage(service.file() + " was not written by this program; move it away first.");
        assertThatThrownBy(service::remove).isInstanceOf(Problem.class);
        assertThat(service.file()).hasContent("[Service]\n");
        assertThat(ran).isEmpty();
    }

    @Test
    void where_the_system_does_not_start_it_one_learns_how() throws Exception {
        UserService service = service("Linux");
        failure = Optional.of("Failed to connect to bus: No medium found");

        assertThatThrownBy(() -> service.install(program("/new")))
                .isInstanceOf(Problem.class)
                .hasMessage("Wrote " + service.file()
                        + ", but the service was not started: Failed to connect to bus: No medium found. In a session of"
                        + " yours that the system knows, run: systemctl --user enable --now tapgateway.service");
        assertThat(service.file()).exists();
    }

    @Test
    void removing_stops_it_and_deletes_the_file() throws Exception {
        UserService service = service("Linux");
        service.install(program("/new"));
        ran.clear();

        assertThat(service.remove()).isTrue();
        assertThat(service.file()).doesNotExist();
        assertThat(ran).containsExactly("systemctl --user disable --now tapgateway.service");
        assertThat(service.remove()).isFalse();
    }

    @Test
    void where_no_service_is_known_one_learns_what_there_is_instead() {
        assertThatThrownBy(() -> service("Windows 11"))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("'tapgateway start'");
    }

    private UserService service(String system) throws Problem {
        return new UserService(ServiceSupervisor.of(system, account, Map.of()), command -> {
            ran.add(String.join(" ", command));
            return failure;
        });
    }

    private static ServiceProgram program(String launcher) {
        return new ServiceProgram(
                Path.of(launcher), List.of("detached", "--home", "/home/a b/$x%"), Map.of("JAVA_HOME", "/opt/java"));
    }
}
