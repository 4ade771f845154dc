package io.tapgateway.app.cli.program;

import com.google.common.collect.Sets;
import io.tapgateway.app.cli.command.ApiText;
import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.cli.command.ProgramWords;
import io.tapgateway.app.cli.command.SessionOption;
import io.tapgateway.app.client.ControlClient;
import io.tapgateway.app.home.Problem;
import io.tapgateway.programs.ProgramEnvironment;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jline.utils.Signals;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/**
 * Starts a program with a token of its own, which is worthless as soon as the program has ended (D-039, D-041). The
 * token stands in the environment of that program and nowhere else (T-07). Confined to the main thread, except for
 * signals.
 */
@Command(
        name = "spawn",
        description = {
            "Start a program as a provider that you trust: unlike one that you start by itself, it may have rules and gates, "
                    + "change prompts and give context. It takes part in one session, under NAME only.",
            "For example: spawn ci-guardian node examples/node/guardian.mjs. The program gets its token and the address of "
                    + "the gateway in TAP_PROVIDER_TOKEN and TAP_GATEWAY_URL; the exit code is the program's."
        },
        mixinStandardHelpOptions = true)
public final class SpawnCommand implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(SpawnCommand.class);

    /** What programs ask to know what a terminal can show. */
    private static final Set<String> OF_TERMINAL = Set.of("TERM", "COLORTERM", "NO_COLOR");

    /** How long a program may take to join before its user is told that it has not. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Output output;

    @Mixin
    private HomeOption home = new HomeOption();

    @Mixin
    private SessionOption session = new SessionOption();

    @Mixin
    private PassOption pass = new PassOption();

    @Parameters(index = "0", paramLabel = "NAME", description = "The name of the provider, as the program says it.")
    private String name = "";

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = ProgramWords.LABEL,
            description = "The program, and its arguments.")
    private List<String> command = new ArrayList<>();

    SpawnCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        List<String> program = ProgramWords.after("NAME", command, "spawn");
        ControlClient client = home.connect();
        String id = session.choose(client);
        String path = "api/sessions/" + ControlClient.segment(id) + "/spawn-tokens";
        String token = ApiText.text(client.post(path, out -> out.text("name", name)), "token");
        try (Joining joining = Joining.watch(output, client, name, id)) {
            Process process = start(
                    program,
                    Sets.union(OF_TERMINAL, pass.variables()),
                    token,
                    client.gateway().url());
            if (!process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                joining.programRunsOn(PATIENCE);
            }
            int code = process.waitFor();
            joining.programEnded(code);
            return code;
        } finally {
            revoke(client, token);
        }
    }

    private static Process start(List<String> program, Set<String> besides, String token, String url) throws Problem {
        ProcessBuilder builder = new ProcessBuilder(program).inheritIO();
        Map<String, String> environment = builder.environment();
        Map<String, String> passed = ProgramEnvironment.of(environment, besides);
        environment.clear();
        environment.putAll(passed);
        environment.put("TAP_PROVIDER_TOKEN", token);
        environment.put("TAP_GATEWAY_URL", url);
        // A signal that comes while the program is being started ends it as soon as it is there.
        CompletableFuture<Process> started = new CompletableFuture<>();
        Runnable end = () -> {
            var unused = started.thenAccept(Process::destroy);
        };
        // The terminal has told the program of a Ctrl-C already; how it ends is up to the program.
        Signals.register("INT", () -> LOG.debug("Waiting for the program to end"));
        Signals.register("TERM", end);
        Signals.register("HUP", end);
        try {
            started.complete(builder.start());
        } catch (IOException e) {
            throw new Problem("'" + program.get(0) + "' cannot be started; is it installed and on the PATH?");
        }
        return started.join();
    }

    private static void revoke(ControlClient client, String token) {
        try {
            client.post("api/spawn-tokens/revoke", out -> out.text("token", token));
        } catch (Problem e) {
            LOG.debug("The token has gone with its gateway: {}", e.sentence());
        }
    }
}
