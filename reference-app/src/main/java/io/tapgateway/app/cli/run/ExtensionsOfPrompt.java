package io.tapgateway.app.cli.run;

import io.tapgateway.app.cli.extension.DoctorOfExtensionsCommand;
import io.tapgateway.app.cli.extension.ExtCommand;
import io.tapgateway.app.cli.extension.ListExtensionsCommand;
import io.tapgateway.app.cli.extension.LogsOfExtensionCommand;
import picocli.CommandLine.Command;

/**
 * What a person does about extensions of the session: {@link ExtCommand} at the prompt, where a person can stop one,
 * and reload them. Confined to the main thread.
 */
@Command(
        name = ExtCommand.NAME,
        description = {"Extensions of zot in this session; '/' lists their commands.", "For example: ext list"},
        subcommands = {
            ListExtensionsCommand.class,
            DoctorOfExtensionsCommand.class,
            LogsOfExtensionCommand.class,
            StopExtensionCommand.class,
            ReloadExtensionsCommand.class
        },
        mixinStandardHelpOptions = true)
final class ExtensionsOfPrompt {}
