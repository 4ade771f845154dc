package io.tapgateway.app.cli.run;

import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.extension.Reloaded;
import io.tapgateway.app.extension.SessionExtensions;
import io.tapgateway.app.home.Problem;
import io.tapgateway.protocol.model.SessionId;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import picocli.CommandLine.Command;

/**
 * Starts the extensions of the session again, as they are by now (Z-105). It is a command of the prompt only, as {@link
 * StopExtensionCommand} is. Confined to the main thread.
 */
@Command(
        name = ReloadExtensionsCommand.NAME,
        description = {"End all extensions of this session, and start those there are now. For example: ext reload"},
        mixinStandardHelpOptions = true)
final class ReloadExtensionsCommand implements Callable<Integer> {
    static final String NAME = "reload";

    private final Output output;
    private final PromptPlace place;
    private final SessionExtensions extensions;

    ReloadExtensionsCommand(Output output, PromptPlace place, SessionExtensions extensions) {
        this.output = output;
        this.place = place;
        this.extensions = extensions;
    }

    @Override
    public Integer call() throws Exception {
        CompletionStage<Reloaded> reload = extensions
                .reload(new SessionId(place.session()))
                .orElseThrow(() -> new Problem("A reload is under way already."));
        Reloaded done = reload.toCompletableFuture().get();
        output.line(done.sentence());
        return 0;
    }
}
