package io.tapgateway.app.cli.run;

import io.tapgateway.app.cli.gateway.StatusCommand;
import io.tapgateway.app.cli.program.PairCommand;
import io.tapgateway.app.cli.program.TokenCommand;
import io.tapgateway.app.cli.session.ApprovalsCommand;
import io.tapgateway.app.cli.session.CallCommand;
import io.tapgateway.app.cli.session.CheckCommand;
import io.tapgateway.app.cli.session.CheckpointsCommand;
import io.tapgateway.app.cli.session.IdleCommand;
import io.tapgateway.app.cli.session.InterruptCommand;
import io.tapgateway.app.cli.session.PromptCommand;
import io.tapgateway.app.cli.session.SayCommand;
import io.tapgateway.app.cli.session.SessionsCommand;
import io.tapgateway.app.cli.session.ToolsCommand;
import io.tapgateway.app.cli.watch.CallsCommand;
import io.tapgateway.app.cli.watch.ConsoleCommand;
import io.tapgateway.app.cli.watch.DoctorCommand;
import io.tapgateway.app.cli.watch.ProvidersCommand;
import io.tapgateway.app.cli.watch.RulesCommand;
import io.tapgateway.app.cli.watch.StreamsCommand;
import io.tapgateway.app.cli.watch.TailCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** The commands of the prompt: those of the command line that make sense there, and a few of its own. Immutable. */
@Command(
        name = "",
        description = "You are the agent, and these are your commands; 'help COMMAND' explains one.",
        customSynopsis = "COMMAND [ARGUMENTS]",
        footer = {
            "",
            "JSON needs no quotes here. The tabulator completes what you type, the arrow keys bring back earlier lines; a line that "
                    + "begins with a blank is not remembered; one that begins with / is for an extension, and / alone lists what there is. Ctrl-C ends the command that runs, and a 'call' "
                    + "cancels its call; Ctrl-D stops the gateway."
        },
        subcommands = {
            ToolsCommand.class,
            CallCommand.class,
            CheckCommand.class,
            PromptCommand.class,
            AnswerCommand.class,
            ApproveCommand.class,
            DenyCommand.class,
            ApprovalsCommand.class,
            ConfirmCommand.class,
            CheckpointsCommand.class,
            RestoreCommand.class,
            SayCommand.class,
            IdleCommand.class,
            InterruptCommand.class,
            SessionsCommand.class,
            UseCommand.class,
            ExtensionsOfPrompt.class,
            McpServersOfPrompt.class,
            ProvidersCommand.class,
            CallsCommand.class,
            RulesCommand.class,
            StreamsCommand.class,
            TailCommand.class,
            PairCommand.class,
            ConsoleCommand.class,
            TokenCommand.class,
            StatusCommand.class,
            DoctorCommand.class,
            HelpCommand.class,
            QuitCommand.class
        })
final class PromptTable {}
