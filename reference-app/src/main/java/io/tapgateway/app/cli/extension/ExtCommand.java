package io.tapgateway.app.cli.extension;

import picocli.CommandLine.Command;

/** What a person does about extensions of zot. Confined to the main thread. */
@Command(
        name = ExtCommand.NAME,
        description = {
            "Extensions of zot as providers: 'run --ext DIR' starts one, 'run --zot' all that are installed.",
            "For example:",
            "  tapgateway ext list",
            "  tapgateway run --ext ./my-extension"
        },
        subcommands = {
            ListExtensionsCommand.class,
            DoctorOfExtensionsCommand.class,
            LogsOfExtensionCommand.class,
            ApproveExtensionCommand.class,
            InstallExtensionCommand.class,
            RemoveExtensionCommand.class,
            EnableExtensionCommand.class,
            DisableExtensionCommand.class
        },
        mixinStandardHelpOptions = true)
public final class ExtCommand {
    public static final String NAME = "ext";
}
