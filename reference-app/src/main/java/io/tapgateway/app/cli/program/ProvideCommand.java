package io.tapgateway.app.cli.program;

import io.tapgateway.app.cli.command.CommandParser;
import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.cli.command.ProgramWords;
import io.tapgateway.app.home.GatewayRecord;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.provide.CommandTool;
import io.tapgateway.app.provide.ToolFileReader;
import io.tapgateway.programs.ProgramEnvironment;
import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Credentials;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.ProviderBuilder;
import io.tapgateway.provider.ProviderListener;
import io.tapgateway.provider.SessionChoice;
import io.tapgateway.provider.ws.WebSocketProvider;
import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Makes commands of the system the tools of a provider (L-008). Confined to the main thread, except for what the
 * provider is told and for signals.
 */
@Command(
        name = "provide",
        description = {
            "Be a provider whose tools are commands: without a program of your own, a script or a command line tool is there"
                    + " for the agent. Ctrl-C ends it; it waits for a gateway, and comes back to the next one.",
            "  provide --tool disk --description 'How full the disks are' -- df -h",
            "  provide --tool find_text --description 'Finds text in this repository' \\",
            "    --arg pattern:string:'a regular expression' -- git grep -n -e {pattern}",
            "  provide --file tools.json",
            "A command gets its arguments where {NAME} stands in its words, and all of them as one line of JSON on standard"
                    + " input. No shell reads them. What it prints is the result; lines on standard error are shown as"
                    + " progress; another exit code than 0 is a failure. A call that is cancelled or takes too long ends"
                    + " the command and all it has started."
        },
        mixinStandardHelpOptions = true)
public final class ProvideCommand implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(ProvideCommand.class);
    private static final int RETRY_SECONDS = 1;
    private static final int QUIET_SECONDS = 5;

    private final Output output;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final AtomicReference<String> lastFault = new AtomicReference<>("");

    @Mixin
    private HomeOption home = new HomeOption();

    @Mixin
    private CommandToolOption tool = new CommandToolOption();

    @Option(names = "--file", paramLabel = "FILE", description = "A JSON file that describes several tools.")
    private @Nullable Path file;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "What the provider is called. Default: what the file says, or the name of the first tool.")
    private @Nullable String name;

    @Option(names = "--session", paramLabel = "ID", description = "The only session to join. Default: every one.")
    private @Nullable String session;

    @Mixin
    private PassOption pass = new PassOption();

    @Parameters(arity = "0..*", paramLabel = ProgramWords.LABEL, description = "The command that serves the tool.")
    private List<String> command = new ArrayList<>();

    ProvideCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        HomeDirectory directory = home.directory();
        Provider provider = describe();
        // First of all, so that a signal ends the wait for a gateway as well.
        for (String signal : List.of("INT", "TERM", "HUP")) {
            Signals.register(signal, stopped::countDown);
        }
        Optional<URI> gateway = gateway(directory);
        return gateway.isPresent() ? serve(provider, credentials(directory), place(directory, gateway.get())) : 0;
    }

    private int serve(Provider provider, Credentials credentials, WebSocketProvider gateway)
            throws InterruptedException, ExecutionException {
        BoundProvider running = gateway.attach(credentials, provider);
        CompletableFuture<Void> ended = running.whenEnded().toCompletableFuture();
        var unused = ended.thenRun(stopped::countDown);
        stopped.await();
        if (ended.isDone()) {
            // It has said why.
            return CommandParser.FAILURE;
        }
        running.goodbye("the user has stopped it");
        try {
            ended.get(QUIET_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            LOG.debug("The gateway learns it from the end of the connection", e);
        }
        return 0;
    }

    private Provider describe() throws Problem {
        ToolFileReader.Content content = content();
        for (CommandTool each : content.tools()) {
            requireProgram(each);
        }
        ProviderBuilder builder = named(Optional.ofNullable(name)
                .or(content::provider)
                .orElseGet(() -> content.tools().get(0).name()));
        Map<String, String> environment = ProgramEnvironment.of(System.getenv(), pass.variables());
        content.tools().forEach(each -> builder.tool(each.served(environment, System::nanoTime)));
        try {
            if (session != null) {
                builder.session(SessionChoice.named(session));
            }
            return builder.concurrency(CommandTool.RUNS)
                    .onReport(output::remark)
                    .onError(this::fault)
                    .build();
        } catch (JsonFault e) {
            throw new Problem("--session: " + e.reason() + ".");
        } catch (IllegalArgumentException e) {
            throw new Problem(e.getMessage() + ".");
        }
    }

    private ToolFileReader.Content content() throws Problem {
        if (file == null) {
            CommandTool one = tool.describe(Path.of("").toAbsolutePath(), command)
                    .orElseThrow(() ->
                            new Problem("Name a tool with --tool and its command after --, or a --file of tools."));
            return new ToolFileReader.Content(Optional.empty(), List.of(one));
        }
        tool.refuse("--file describes its tools itself; leave out ", command);
        return ToolFileReader.read(file);
    }

    private static ProviderBuilder named(String name) throws Problem {
        try {
            return Provider.named(name);
        } catch (IllegalArgumentException e) {
            throw new Problem("'" + name + "' cannot name the provider; choose a --name.");
        }
    }

    /** Asked now, because later only the model would learn it. */
    private static void requireProgram(CommandTool tool) throws Problem {
        String program = tool.program();
        Path directory = tool.command().directory();
        Stream<Path> places = program.indexOf('/') >= 0
                ? Stream.of(directory.resolve(program))
                : Stream.of(Objects.requireNonNullElse(System.getenv("PATH"), "")
                                .split(File.pathSeparator, -1))
                        .map(place -> directory.resolve(place).resolve(program));
        if (places.noneMatch(it -> Files.isRegularFile(it) && Files.isExecutable(it))) {
            throw new Problem("'" + program + "' cannot be started; is it installed and on the PATH?");
        }
    }

    /** @return empty if the user does not want to wait for one */
    private Optional<URI> gateway(HomeDirectory directory) throws Problem, InterruptedException {
        Optional<String> said = setting(Credentials.URL_VARIABLE);
        if (said.isPresent()) {
            return Optional.of(address(said.get()));
        }
        Optional<GatewayRecord> found = GatewayRecord.ofLivingProcess(directory.gatewayRecord());
        if (found.isEmpty()) {
            output.remark("No gateway is running in " + directory.path()
                    + " yet; waiting for one. Start it with 'tapgateway run'.");
        }
        while (found.isEmpty() && !stopped.await(RETRY_SECONDS, TimeUnit.SECONDS)) {
            found = GatewayRecord.ofLivingProcess(directory.gatewayRecord());
        }
        return found.map(record -> URI.create(record.url()));
    }

    /** Unless the user has said where it is, it is looked for at each attempt: the next one may have another port. */
    private static WebSocketProvider place(HomeDirectory directory, URI first) throws Problem {
        if (setting(Credentials.URL_VARIABLE).isEmpty()) {
            return WebSocketProvider.finding(() -> {
                try {
                    return GatewayRecord.ofLivingProcess(directory.gatewayRecord())
                            .map(record -> URI.create(record.url()))
                            .orElse(first);
                } catch (Problem e) {
                    throw new IllegalArgumentException(e.getMessage(), e);
                }
            });
        }
        try {
            return WebSocketProvider.to(first);
        } catch (IllegalArgumentException e) {
            throw new Problem(e.getMessage() + ".");
        }
    }

    private static URI address(String text) throws Problem {
        try {
            return URI.create(text.strip());
        } catch (IllegalArgumentException e) {
            throw new Problem(Credentials.URL_VARIABLE + " is no address; it should look like ws://127.0.0.1:9400/");
        }
    }

    private static Credentials credentials(HomeDirectory directory) {
        return setting(Credentials.TOKEN_VARIABLE).isPresent()
                ? Credentials.fromEnvironment()
                : Credentials.fromTokenFile(directory.providerToken());
    }

    private static Optional<String> setting(String variable) {
        return Optional.ofNullable(System.getenv(variable)).filter(value -> !value.isBlank());
    }

    /** Once, however often it happens again. */
    private void fault(ProviderListener.Fault fault) {
        if (fault.isReported()) {
            return;
        }
        String sentence =
                fault.what() + fault.cause().map(it -> " " + it.getMessage()).orElse("");
        if (!sentence.equals(lastFault.getAndSet(sentence))) {
            output.complain(sentence);
        }
    }
}
