package io.tapgateway.benchmarks.extension;

import io.tapgateway.benchmarks.load.AnsweredCall;
import io.tapgateway.benchmarks.load.EchoProcess;
import io.tapgateway.benchmarks.load.QuietLibraries;
import io.tapgateway.benchmarks.load.Turns;
import io.tapgateway.programs.InteractiveProgram;
import io.tapgateway.programs.ProgramThread;
import io.tapgateway.programs.SystemProgramThread;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Provider;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.Interception;
import io.tapgateway.runtime.InterceptorInterest;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.SessionInterceptor;
import io.tapgateway.transport.local.LocalProviderTransport;
import io.tapgateway.user.SessionUser;
import io.tapgateway.zot.Extension;
import io.tapgateway.zot.ExtensionHost;
import io.tapgateway.zot.ExtensionSet;
import io.tapgateway.zot.ExtensionSettings;
import io.tapgateway.zot.Manifest;
import io.tapgateway.zot.Surroundings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;

/** What a call costs whose tool is an extension's: the command line. */
@CommandLine.Command(
        name = "extensions",
        mixinStandardHelpOptions = true,
        description = {
            "Measures calls of a tool of an extension, and echoes of the same frames by the same program, in turn.",
            "One question at a time."
        })
final class ExtensionLoad implements Callable<Integer> {
    private static final int BYTES = 150;

    @Mixin
    private final Turns turns = new Turns();

    public static void main(String[] args) {
        QuietLibraries.hush();
        System.exit(new CommandLine(new ExtensionLoad()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        SystemProgramThread thread = new SystemProgramThread("extensions");
        try (Gateway gateway = Gateway.builder().executor(Runnable::run).build();
                EchoProcess echo = new EchoProcess(EchoProcess.program(EchoExtension.class)).await("ready")) {
            Path here = Path.of("").toAbsolutePath();
            GatewaySession session =
                    gateway.openSession(SessionInfo.of("load", "Load", here), SessionHost.ignoringEverything());
            Manifest manifest = new Manifest(
                    here, EchoExtension.NAME, new ProviderName(EchoExtension.NAME), List.of("java"), true, "", "", "");
            Host host = new Host(gateway, session, thread, SessionUser.create(System::nanoTime));
            Extension extension = Extension.of(manifest, ExtensionSettings.STANDARD, host);
            new ExtensionSet(thread, host::intercept, () -> {}).add(0, extension);
            while (session.tool(EchoExtension.TOOL).isEmpty()) {
                Thread.onSpinWait();
            }
            JsonValue args = JsonValue.of(Map.of("text", "x".repeat(BYTES)));
            String frame = "{\"type\":\"tool_call\",\"id\":\"t-1\",\"name\":\"echo\",\"args\":" + args.json() + "}";
            turns.compare(
                    Turns.Named.p50("call", () -> AnsweredCall.of(session, EchoExtension.TOOL, args)),
                    Turns.Named.p50("echo", () -> echo.ask(frame)));
            System.out.println(extension.view().state().label() + " to the end");
            extension.stop().toCompletableFuture().join();
            return 0;
        }
    }

    private record Host(Gateway gateway, GatewaySession session, SystemProgramThread own, SessionUser user)
            implements ExtensionHost {
        @Override
        public ProgramThread thread() {
            return own;
        }

        @Override
        public Surroundings surroundings() {
            return new Surroundings(Path.of("").toAbsolutePath(), "", Map.of());
        }

        @Override
        public CompletionStage<InteractiveProgram> start(Runnable stirs) {
            try {
                return CompletableFuture.completedFuture(EchoProcess.program(EchoExtension.class));
            } catch (IOException e) {
                return CompletableFuture.failedFuture(e);
            }
        }

        @Override
        public BoundProvider attach(Provider provider) {
            return LocalProviderTransport.to(gateway)
                    .executor(Runnable::run)
                    .trust(TrustLevel.PROJECT)
                    .attach(session.info().id(), provider);
        }

        @Override
        public Interception intercept(
                ProviderName name, int rank, Set<InterceptorInterest> interests, SessionInterceptor interceptor) {
            return session.intercept(name, rank, interests, interceptor);
        }

        @Override
        public SessionUser user() {
            return user;
        }

        @Override
        public void tell(String sentence) {
            System.err.println(sentence);
        }

        @Override
        public void log(String line) {
            System.err.println(line);
        }

        @Override
        public String logPlace() {
            return "standard error";
        }
    }
}
