package io.tapgateway.app.cli;

import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.complete.ShellScripts;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Teaches shells to complete the commands. Confined to the main thread. */
@Command(
        name = "completion",
        description = {
            "Print a script with which a shell completes commands and options, and, while a gateway runs, its sessions, tools, "
                    + "their arguments and streams.",
            "bash and zsh: source <(tapgateway completion bash). fish: tapgateway completion fish | source. Put that line into "
                    + "~/.bashrc, ~/.zshrc or ~/.config/fish/config.fish to have it always."
        },
        mixinStandardHelpOptions = true)
final class CompletionCommand implements Callable<Integer> {
    private final Output output;

    @Parameters(paramLabel = "SHELL", description = "One of: ${COMPLETION-CANDIDATES}")
    private Shell shell = Shell.bash;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    CompletionCommand(Output output) {
        this.output = output;
    }

    /** As they are called, because that is what people type. */
    enum Shell {
        bash,
        zsh,
        fish
    }

    @Override
    public Integer call() {
        CommandLine table = spec.root().commandLine();
        String script = shell == Shell.fish ? ShellScripts.fish(table) : ShellScripts.bash(table);
        output.out().print(script);
        output.out().flush();
        return 0;
    }
}
