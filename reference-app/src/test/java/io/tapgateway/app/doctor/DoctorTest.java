package io.tapgateway.app.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.app.doctor.DoctorFinding.Verdict;
import io.tapgateway.app.home.Approvals;
import io.tapgateway.app.home.GatewayRecord;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.project.ProjectConfig;
import io.tapgateway.app.run.RunOptions;
import io.tapgateway.runtime.system.RunningProcess;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorTest {
    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    private static final FileFacts ME = FileFacts.ofThisUser();
    private static final UserPrincipal SOMEBODY = () -> "somebody";
    private static final FoundGateway NONE = new FoundGateway(Optional.empty(), false, false, Optional.empty());

    @TempDir
    private Path directory;

    private HomeDirectory home;

    @BeforeEach
    void makeHome() throws Exception {
        Path path = Files.createDirectory(
                directory.resolve("home"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        home = new HomeDirectory(path, directory.resolve("copilot"));
    }

    @Test
    void what_is_not_well_and_only_that_comes_with_advice() {
        assertThat(DoctorFinding.ok("x", "Fine.").advice()).isEmpty();
        assertThatThrownBy(() -> new DoctorFinding("x", Verdict.FAIL, "Bad.", ""))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new DoctorFinding("x", Verdict.OK, "Good.", "Do it."))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void an_old_java_fails_and_an_unknown_one_is_noted() {
        assertFinding(new JavaCheck(Runtime.Version.parse("11.0.2"), "/j"), Verdict.FAIL, "too old");
        assertFinding(new JavaCheck(Runtime.Version.parse("17.0.15"), "/j"), Verdict.OK, "Java 17.0.15 in /j");
        assertFinding(new JavaCheck(Runtime.Version.parse("25"), "/j"), Verdict.OK, "Java 25");
        assertFinding(new JavaCheck(Runtime.Version.parse("26-ea"), "/j"), Verdict.WARN, "newer than any");
    }

    @Test
    void a_home_is_fine_or_can_be_made() {
        assertFinding(new HomeCheck(home.path(), ME), Verdict.OK, "yours alone");
        assertFinding(new HomeCheck(directory.resolve("a/b"), ME), Verdict.OK, "the first gateway makes it");
    }

    @Test
    void T08_a_home_that_is_not_the_users_alone_fails() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), home.path());

        assertFinding(new HomeCheck(file, ME), Verdict.FAIL, "is no directory");
        assertFinding(new HomeCheck(file.resolve("below"), ME), Verdict.FAIL, "cannot be made in " + file);
        assertFinding(new HomeCheck(link, ME), Verdict.FAIL, "is a symbolic link");
        assertFinding(new HomeCheck(home.path(), new FileFacts(SOMEBODY)), Verdict.FAIL, "belongs to ");
        Files.setPosixFilePermissions(home.path(), PosixFilePermissions.fromString("rwxr-x---"));
        assertThat(assertFinding(new HomeCheck(home.path(), ME), Verdict.FAIL, "open to other users (rwxr-x---)")
                        .advice())
                .isEqualTo("Close it: chmod 700 " + home.path());
    }

    @Test
    void T08_keys_and_tokens_are_plain_files_of_the_user_alone() throws Exception {
        assertFinding(new SecretsCheck(home, ME), Verdict.OK, "no keys and tokens");
        secret(home.ownerToken(), "rw-------");
        secret(home.hostKey(), "rw-------");
        assertFinding(new SecretsCheck(home, ME), Verdict.OK, "All 2 files");

        secret(home.providerToken(), "rw-r--r--");
        Files.createSymbolicLink(home.history(), home.ownerToken());
        Files.createDirectories(home.gatewayRecord());
        Files.setPosixFilePermissions(home.gatewayRecord(), PosixFilePermissions.fromString("rwx------"));

        assertThat(new SecretsCheck(home, ME).findings())
                .extracting(DoctorFinding::sentence)
                .containsExactly(
                        home.providerToken() + " is open to other users (rw-r--r--).",
                        home.gatewayRecord() + " is no regular file.",
                        home.history() + " is a symbolic link.");
        assertThat(new SecretsCheck(home, new FileFacts(SOMEBODY)).findings())
                .allSatisfy(finding -> assertThat(finding.verdict()).isEqualTo(Verdict.FAIL))
                .extracting(DoctorFinding::sentence)
                .contains(home.ownerToken() + " belongs to " + Files.getOwner(home.ownerToken()) + ".");
    }

    @Test
    void T08_the_token_for_all_providers_is_looked_at_as_well() throws Exception {
        Path token = home.copilotHome().resolve("extensions/tap/.provider-token");
        Files.createDirectories(token.getParent());
        secret(token, "rw-rw-rw-");

        assertFinding(new SecretsCheck(home, ME), Verdict.FAIL, token + " is open to other users");
    }

    @Test
    void D227_a_file_alone_proves_nothing() throws Exception {
        assertFinding(gatewayCheck(), Verdict.OK, "No gateway runs");
        record(new RunningProcess(
                ProcessHandle.current().pid(), Optional.of(NOW.minusSeconds(100_000_000)), Optional.empty()));
        assertFinding(gatewayCheck(), Verdict.WARN, "gateway.json is stale: the gateway with pid ");
        record(RunningProcess.current());
        assertFinding(gatewayCheck(), Verdict.FAIL, "does not answer on http://127.0.0.1:1/");
        Files.writeString(home.gatewayRecord(), "{");
        assertFinding(gatewayCheck(), Verdict.FAIL, "is damaged");
    }

    @Test
    void a_gateway_that_answers_is_fine_if_it_is_of_this_version() {
        assertFinding(new GatewayCheck(running("dev"), home), Verdict.OK, "answers on http://127.0.0.1:2/");
        assertFinding(new GatewayCheck(running("0.0.1"), home), Verdict.WARN, "is version 0.0.1, and this is dev");
    }

    @Test
    void D011_a_port_is_free_ours_or_a_strangers_on_any_address() throws Exception {
        assertThat(new PortsCheck(NONE, new RunOptions.Ports(0, 0)).findings())
                .extracting(DoctorFinding::verdict)
                .containsExactly(Verdict.OK, Verdict.OK);
        assertThat(new PortsCheck(running("dev"), new RunOptions.Ports(0, 0)).findings())
                .extracting(DoctorFinding::sentence)
                .containsExactly("Port 1 is the gateway's.", "Port 2 is the gateway's.");
        for (String address : List.of("127.0.0.1", "::1")) {
            try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName(address))) {
                List<DoctorFinding> findings =
                        new PortsCheck(NONE, new RunOptions.Ports(0, taken.getLocalPort())).findings();

                assertThat(findings.get(0).verdict()).isEqualTo(Verdict.OK);
                assertThat(findings.get(1).verdict()).isEqualTo(Verdict.FAIL);
                assertThat(findings.get(1).sentence())
                        .startsWith("Port " + taken.getLocalPort() + " on " + address + " is already in use by process "
                                + ProcessHandle.current().pid());
                assertThat(findings.get(1).advice()).contains("--control-port");
            }
        }
    }

    @Test
    void a_configuration_that_is_not_understood_fails_with_its_line() throws Exception {
        assertFinding(
                config("{\n \"providers\": [\n  {\"name\": \"a\" \"b\"}\n]}"),
                Verdict.FAIL,
                "cannot be read, line 3: ");
        assertFinding(config("{\n \"a\": 1,\n \"a\": 2}"), Verdict.FAIL, "cannot be read, line 3: ");
        assertFinding(
                config(
                        "{\n \"providers\": [\n  {\"name\": \"a\", \"command\": [\"sh\"]},\n  {\"name\": \"b\",\n   \"command\": []}]}"),
                Verdict.FAIL,
                "line 5: /providers/1/command must begin with a program.");
        assertFinding(
                config("{\n \"providers\": [\n  {\"name\": \"a\"}\n ]}"),
                Verdict.FAIL,
                "line 3: /providers/0/command is required.");
        assertFinding(config("{}"), Verdict.FAIL, "line 1: /providers is required.");
        assertFinding(configCheck(Optional.of(directory.resolve("none.json"))), Verdict.FAIL, "There is no file");
        assertFinding(configCheck(Optional.empty()), Verdict.OK, "There is no tap.config.json here.");
    }

    @Test
    void T34_a_configuration_that_is_not_approved_and_a_program_that_is_not_there_are_noted() throws Exception {
        Files.writeString(directory.resolve("tool"), "no program");
        DoctorCheck check =
                config("{\"providers\":[{\"name\":\"a\",\"command\":[\"sh\"]},{\"name\":\"b\",\"command\":[\"shh\"]},"
                        + "{\"name\":\"c\",\"command\":[\"./tool\"]},{\"name\":\"d\",\"command\":[\"/bin/sh\"]}]}");

        assertThat(check.findings())
                .extracting(DoctorFinding::verdict)
                .containsExactly(Verdict.WARN, Verdict.OK, Verdict.FAIL, Verdict.FAIL, Verdict.OK);
        assertThat(check.findings()).extracting(DoctorFinding::sentence).satisfies(sentences -> {
            assertThat(sentences.get(0)).endsWith("is valid, but you have not approved it as it is now.");
            assertThat(sentences.get(2)).isEqualTo("b cannot be started: there is no program 'shh' on the PATH.");
            assertThat(sentences.get(3)).contains("there is no program './tool' in ");
        });

        ProjectConfig read = ProjectConfig.read(directory.resolve("tap.config.json"), directory);
        Approvals.in(home).add(read.file(), read.sha256());
        assertThat(check.findings().get(0).sentence()).endsWith("is valid, and you have approved it.");
    }

    @Test
    void commands_in_the_background_are_looked_for_as_well() throws Exception {
        DoctorCheck check = config("{\"emitters\":[{\"name\":\"tests\",\"command\":[\"npmm\",\"test\"]},"
                + "{\"name\":\"standup\",\"prompt\":\"What is new?\",\"every\":\"2h\"}]}");

        assertThat(check.findings())
                .extracting(DoctorFinding::sentence)
                .hasSize(2)
                .contains("tests cannot be started: there is no program 'npmm' on the PATH.");
        assertFinding(
                config("{\"emitters\":[\n{\"name\":\"tests\"}]}"),
                Verdict.FAIL,
                "tap.config.json, line 2: /emitters/0");
    }

    @Test
    void little_room_and_big_logs_are_noted() throws Exception {
        assertThat(new DiskCheck(home, path -> DiskCheck.LITTLE_BYTES).findings())
                .extracting(DoctorFinding::verdict)
                .containsExactly(Verdict.OK, Verdict.OK);
        assertThat(new DiskCheck(home, path -> DiskCheck.LITTLE_BYTES - 1)
                        .findings()
                        .get(0)
                        .verdict())
                .isEqualTo(Verdict.WARN);
        assertThat(new DiskCheck(home, path -> DiskCheck.TOO_LITTLE_BYTES - 1)
                        .findings()
                        .get(0)
                        .verdict())
                .isEqualTo(Verdict.FAIL);
        Files.createDirectory(home.logs());
        try (var log = new RandomAccessFile(home.logs().resolve("x.log").toFile(), "rw")) {
            log.setLength(DiskCheck.MUCH_LOG_BYTES + 1);
        }
        assertThat(new DiskCheck(home, path -> Long.MAX_VALUE).findings().get(1).verdict())
                .isEqualTo(Verdict.WARN);
    }

    @Test
    void a_clock_that_has_been_set_back_is_noted() throws Exception {
        Files.setLastModifiedTime(home.path(), FileTime.from(NOW.plusSeconds(299)));
        assertFinding(clockCheck(NOW), Verdict.OK, "The clock says " + NOW);
        Files.setLastModifiedTime(home.path(), FileTime.from(NOW.plusSeconds(301)));
        assertFinding(clockCheck(NOW), Verdict.WARN, "it has been set back");
        assertFinding(clockCheck(Instant.EPOCH), Verdict.WARN, "which cannot be");
    }

    private static DoctorFinding assertFinding(DoctorCheck check, Verdict verdict, String part) {
        List<DoctorFinding> findings = check.findings();
        assertThat(findings).hasSize(1);
        assertThat(findings.get(0).sentence()).contains(part).endsWith(".");
        assertThat(findings.get(0).verdict()).isEqualTo(verdict);
        return findings.get(0);
    }

    private DoctorCheck clockCheck(Instant now) {
        return new ClockCheck(home, Clock.fixed(now, ZoneOffset.UTC));
    }

    private DoctorCheck gatewayCheck() {
        return new GatewayCheck(FoundGateway.in(home), home);
    }

    private DoctorCheck config(String text) throws Exception {
        return configCheck(Optional.of(Files.writeString(directory.resolve("tap.config.json"), text)));
    }

    private DoctorCheck configCheck(Optional<Path> file) {
        return new ConfigCheck(file, home, Map.of("PATH", "/nowhere::/bin:/usr/bin"));
    }

    private void record(RunningProcess process) throws Exception {
        Files.writeString(home.gatewayRecord(), new GatewayRecord(process, 1, 1, NOW.toString(), "dev").toJson());
        Files.writeString(home.ownerToken(), "token");
    }

    private static FoundGateway running(String version) {
        return new FoundGateway(
                Optional.of(new GatewayRecord(RunningProcess.current(), 1, 2, NOW.toString(), version)),
                true,
                true,
                Optional.empty());
    }

    private static void secret(Path file, String mode) throws Exception {
        Files.writeString(file, "secret");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }
}
