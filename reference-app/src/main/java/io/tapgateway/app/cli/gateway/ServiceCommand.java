package io.tapgateway.app.cli.gateway;

import picocli.CommandLine.Command;

/** Has the system run a gateway. Confined to the main thread. */
@Command(
        name = "service",
        description = "Have the system run a gateway from login to logout.",
        subcommands = {InstallServiceCommand.class, RemoveServiceCommand.class},
        mixinStandardHelpOptions = true)
public final class ServiceCommand {}
