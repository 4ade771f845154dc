package io.tapgateway.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.cli.command.CommandParser;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.text.Paint;
import io.tapgateway.protocol.json.JsonValue;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What the tool says without a gateway. */
class CommandLineToolTest {
    @TempDir
    private Path home;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "frob                        | There is no command 'frob'. See: tapgateway --help",
                "cal greet --help            | There is no command 'cal'. Did you mean 'call'? See: tapgateway --help",
                "tools --sesion a            | There is no option '--sesion'. Did you mean '--session'? See: tapgateway tools --help",
                "tools --frob                | There is no option '--frob'. See: tapgateway tools --help",
                "--frob                      | There is no option '--frob'. See: tapgateway run --help",
                "tools extra                 | There is no argument 'extra'. See: tapgateway tools --help",
                "call                        | Missing required parameter: 'TOOL'. See: tapgateway call --help",
                "run --port x                | Invalid value for option '--port': 'x' is no whole number. See: tapgateway run --help",
                "run --pairing x             | Invalid value for option '--pairing': must be one of deny, window, ask, not 'x'. See: tapgateway run --help",
                "pair --close --unlock       | --close, --unlock are mutually exclusive (specify only one). See: tapgateway pair --help",
                "check                       | Missing required parameter: 'TOOL'. See: tapgateway check --help",
                "spawn a                     | Missing required parameter: 'COMMAND'. See: tapgateway spawn --help",
                "provide --result x          | Invalid value for option '--result': must be one of text, json, not 'x'. See: tapgateway provide --help",
                "service frob                | There is no command 'frob'. See: tapgateway service --help",
                "service frob --help         | There is no command 'frob'. See: tapgateway service --help",
                "ext instal ./guard          | There is no command 'instal'. Did you mean 'install'? See: tapgateway ext --help",
                "ext instal --help           | There is no command 'instal'. Did you mean 'install'? See: tapgateway ext --help",
                "mcp-server ad files npx x   | There is no command 'ad'. Did you mean 'add'? See: tapgateway mcp-server --help",
                "ext list extra              | There is no argument 'extra'. See: tapgateway ext list --help",
                "completion x                | Invalid value for SHELL: must be one of bash, zsh, fish, not 'x'. See: tapgateway completion --help",
                "prompt --section x          | Value for option '--section' (NAME=TEXT) should be in KEY=VALUE format but was x. See: tapgateway prompt --help",
                "tail --last x               | Invalid value for option '--last': 'x' is no whole number. See: tapgateway tail --help",
                "tools --session             | Missing required parameter for option '--session' (ID). See: tapgateway tools --help",
            })
    void one_sentence_says_what_was_not_understood(String line, String sentence) {
        int code = execute(line.strip().split(" +"));

        assertThat(code).isEqualTo(2);
        assertThat(err).hasToString("tapgateway: " + sentence + System.lineSeparator());
        assertThat(out.toString()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "run --port 70000            | --port must be between 0 and 65535.",
                "run --control-port -1       | --control-port must be between 0 and 65535.",
                "run --port 5 --control-port 5 | --port and --control-port must differ.",
                "start --port 70000          | --port must be between 0 and 65535.",
                "start --session a --session a | --session a is given twice; leave one out.",
                "run --session all           | --session: The id 'all' is not allowed: 'all' cannot name a session.",
                "run --session a --session a | --session a is given twice; leave one out.",
                "mcp --session all           | --session: The id 'all' is not allowed: 'all' cannot name a session.",
                "mcp --session a --approve-in-agent | --session takes part in a session as it is, and does not go with --approve-in-agent.",
                "mcp --session a --port 0 --emitters | --session takes part in a session as it is, and does not go with --emitters, --port.",
                "run --checkpoints off       | --checkpoints is about a --workspace; name its directory.",
                "calls --last 0              | --last must be 1 or more.",
                "tail --last 201             | --last must be between 0 and 200.",
                "spawn x --session a true    | '--session' comes too late: *",
                "conformance provider --quick greet [] true | --quick: the arguments must be a JSON object.",
                "conformance provider --slow greet { true | --slow: the arguments are no JSON: *",
                "provide                     | Name a tool with --tool and its command after --, or a --file of tools.",
                "provide --tool a            | Name the command that serves the tool, after --.",
                "provide --tool a true       | Say with --description what the tool does; the model reads it.",
                "provide --tool a --file b   | --file describes its tools itself; leave out --tool.",
                "provide --arg n             | A tool needs a --tool, which is its name, beside --arg.",
                "provide --file no/where     | There is no file no/where.",
                "provide --tool a-b! --description x true | --tool: tool name *",
                "provide --tool list_a_instances --description x true | --tool: belongs to the gateway: *",
                "provide --tool a --description x {p} | COMMAND must name its program, without a place for an argument.",
                "provide --tool a --description x --arg n echo {m} | COMMAND has a place {m} for an argument that the tool does not take; *",
                "provide --tool a --description x --arg n:x echo | --arg n:x: a type is one of string, integer, number, boolean, not 'x'.",
                "provide --tool a --description x --arg n --optional n echo | --optional n: the argument 'n' is there twice; leave one out.",
                "provide --tool a --description x --arg n --schema f echo | --schema says what the arguments are; leave out --arg and --optional.",
                "provide --tool a --description x --timeout 1 echo | --timeout must be a number of s, m, h or d, such as 30s or 5m.",
                "provide --tool a --description x --timeout 1h echo | --timeout must be at most 10m.",
                "provide --tool _a --description x true | '_a' cannot name the provider; choose a --name.",
                "provide --tool a --description x no-such-program-anywhere | 'no-such-program-anywhere' cannot be started; is it installed and on the PATH?",
                "conformance provider no-such-program-anywhere | No case can be played: Cannot run program *",
                "call x {                    | The arguments cannot be read: *  ",
                "check x {                   | The arguments cannot be read: *  ",
                "call x []                   | The arguments must be a JSON object, for example '{\"name\": \"World\"}', or name=World.",
            })
    void one_sentence_says_what_cannot_be(String line, String sentence) {
        int code = execute((line.strip() + " --home " + home.resolve("none")).split(" +"));

        assertThat(code).isEqualTo(1);
        assertThat(err.toString())
                .startsWith("tapgateway: " + sentence.replace("*", ""))
                .hasLineCount(1);
        assertThat(out.toString()).isEmpty();
        assertThat(home.resolve("none")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sessions",
                "providers",
                "tools",
                "calls",
                "calls --failed",
                "rules",
                "streams",
                "approvals",
                "checkpoints",
                "checkpoints --make",
                "call x",
                "call --within 5 x",
                "approvals --deny 1",
                "approvals --revoke 1",
                "check x",
                "prompt",
                "say x",
                "idle",
                "interrupt",
                "tail",
                "tail --no-follow",
                "pair",
                "pair --unlock",
                "open",
                "token"
            })
    void every_command_says_so_when_no_gateway_is_running(String command) {
        int code = execute((command + " --home " + home).split(" +"));

        assertThat(code).isEqualTo(1);
        assertThat(err.toString())
                .startsWith("tapgateway: No gateway is running in " + home + "; start one with 'tapgateway run'")
                .hasLineCount(1);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void no_gateway_is_nothing_to_stop_and_a_status_of_its_own() {
        assertThat(execute("stop", "--home", home.toString())).isZero();
        assertThat(execute("status", "--home", home.toString())).isEqualTo(3);
        assertThat(execute("status", "--json", "--home", home.toString())).isEqualTo(3);

        assertThat(out.toString().lines())
                .containsExactly(
                        "No gateway is running in " + home + ".",
                        "No gateway is running in " + home + ".",
                        "{\"running\":false,\"home\":\"" + home + "\"}");
        assertThat(home).isEmptyDirectory();
    }

    @Test
    void what_follows_the_name_of_a_spawned_provider_is_the_program() {
        assertThat(execute("spawn", "--home", home.toString(), "x", "--")).isEqualTo(1);
        assertThat(execute("spawn", "--home", home.toString(), "x", "--", "true", "--home", "elsewhere"))
                .isEqualTo(1);

        assertThat(err.toString().lines())
                .satisfiesExactly(
                        first -> assertThat(first).isEqualTo("tapgateway: Name the program to start."),
                        second -> assertThat(second).contains("No gateway is running in " + home + ";"));
    }

    @Test
    void what_a_dead_gateway_left_does_not_count_as_one_that_runs() throws Exception {
        Files.writeString(
                home.resolve("gateway.json"),
                "{\"pid\":1,\"port\":1,\"controlPort\":1,\"started\":\"2026-01-01T00:00:00Z\",\"version\":\"1\"}");
        Files.writeString(home.resolve("owner.token"), "token");

        int code = execute("sessions", "--home", home.toString());

        assertThat(code).isEqualTo(1);
        assertThat(err.toString()).startsWith("tapgateway: No gateway is running in " + home);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "run",
                "start",
                "status",
                "stop",
                "sessions",
                "providers",
                "tools",
                "calls",
                "rules",
                "streams",
                "approvals",
                "checkpoints",
                "call",
                "check",
                "prompt",
                "say",
                "idle",
                "interrupt",
                "tail",
                "spawn",
                "provide",
                "mcp",
                "hook",
                "mcp-server",
                "mcp-server add",
                "mcp-server list",
                "mcp-server approve",
                "mcp-server restart",
                "mcp-server remove",
                "mcp-server import",
                "open",
                "console",
                "logs",
                "audit",
                "pair",
                "token",
                "connect",
                "cowork",
                "anywhere",
                "doctor",
                "config",
                "config approvals",
                "conformance",
                "conformance gateway",
                "conformance provider",
                "completion"
            })
    void every_command_explains_itself(String command) {
        int code = execute((command + " --help").strip().split(" +"));

        assertThat(code).isZero();
        assertThat(out.toString()).startsWith("Usage: tapgateway " + command).contains("--help");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void the_doctor_examines_everything_and_its_exit_code_says_whether_anything_fails() throws Exception {
        String[] well = {"doctor", "--home", home.resolve("none").toString(), "--port", "0", "--control-port", "0"};
        assertThat(execute(well)).isZero();
        assertThat(out.toString().lines().map(line -> line.substring(6, 19).strip()))
                .contains(
                        "java",
                        "home",
                        "secrets",
                        "gateway",
                        "provider-port",
                        "control-port",
                        "config",
                        "disk",
                        "logs");
        assertThat(home.resolve("none")).doesNotExist();

        out.getBuffer().setLength(0);
        Path file = Files.createFile(home.resolve("file"));
        assertThat(execute("doctor", "--json", "--home", file.toString(), "--port", "0", "--control-port", "0"))
                .isEqualTo(1);

        JsonValue document = JsonValue.parse(out.toString());
        assertThat(document.get("ok")).contains(JsonValue.FALSE);
        assertThat(document.get("findings").orElseThrow().elements())
                .anySatisfy(finding -> assertThat(finding.json())
                        .contains("\"check\":\"home\",\"verdict\":\"fail\"", "\"advice\":\"Choose a directory"));
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void whatever_prints_something_can_print_it_as_json_and_its_help_says_in_what_form() {
        Set<String> printsNothingOfItsOwn = Set.of(
                "detached",
                "spawn",
                "provide",
                "conformance",
                "mcp",
                "hook",
                "mcp-server",
                "ext",
                "say",
                "idle",
                "interrupt",
                "open",
                "logs",
                "service",
                "completion",
                "complete",
                "manual",
                "packages");
        CommandLine table = new CommandParser(
                        Output.ofProgram(new PrintWriter(out), new PrintWriter(err), () -> Paint.NONE),
                        List.of(new ProcessForeground()))
                .of(new TapGatewayCommand(), TapGatewayCommand.commands());

        assertThat(table.getSubcommands()).hasSizeGreaterThan(15).allSatisfy((name, command) -> {
            CommandLine.Model.OptionSpec json = command.getCommandSpec().findOption("--json");
            if (printsNothingOfItsOwn.contains(name)) {
                assertThat(json).isNull();
            } else {
                assertThat(json).isNotNull();
                assertThat(json.description()[0]).containsPattern("one JSON (document|object per entry and line)");
            }
        });
    }

    @Test
    void every_option_has_a_value_that_is_understood() {
        CommandLine table = new CommandParser(
                        Output.ofProgram(new PrintWriter(out), new PrintWriter(err), () -> Paint.NONE),
                        List.of(new ProcessForeground()))
                .of(new TapGatewayCommand(), TapGatewayCommand.commands());

        assertThat(all(table).flatMap(it -> it.getCommandSpec().args().stream()))
                .hasSizeGreaterThan(100)
                .allSatisfy(argument -> assertThat(argument.type())
                        .as(argument.paramLabel())
                        .isNotIn(OptionalInt.class, OptionalLong.class, OptionalDouble.class));
    }

    private static Stream<CommandLine> all(CommandLine table) {
        return Stream.concat(
                Stream.of(table), table.getSubcommands().values().stream().flatMap(CommandLineToolTest::all));
    }

    @Test
    void a_command_is_known_by_its_own_name_whether_the_others_are_looked_at_or_not() {
        CommandParser parser = new CommandParser(
                Output.ofProgram(new PrintWriter(out), new PrintWriter(err), () -> Paint.NONE),
                List.of(new ProcessForeground()));

        assertThat(parser.of(new TapGatewayCommand(), TapGatewayCommand.commands())
                        .getSubcommands())
                .allSatisfy((name, command) -> {
                    var alone = parser.of(new TapGatewayCommand(), TapGatewayCommand.commands(name));
                    assertThat(alone.getSubcommands()).containsKey(name);
                    assertThat(alone.getSubcommands().get(name).getUsageMessage())
                            .isEqualTo(command.getUsageMessage());
                });
        assertThat(TapGatewayCommand.commands("status")).hasSize(1);
        assertThat(TapGatewayCommand.commands("--help")).isEqualTo(TapGatewayCommand.commands());
    }

    private int execute(String... arguments) {
        return new CommandLineTool(new PrintWriter(out, true), new PrintWriter(err, true)).execute(List.of(arguments));
    }
}
