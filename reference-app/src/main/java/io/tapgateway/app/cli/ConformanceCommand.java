package io.tapgateway.app.cli;

import picocli.CommandLine.Command;

/** Says where gateways depart from the protocol (L-021). Confined to the main thread. */
@Command(
        name = "conformance",
        description = "Find out whether a gateway keeps to the protocol.",
        subcommands = ConformanceGatewayCommand.class,
        mixinStandardHelpOptions = true)
final class ConformanceCommand {}
