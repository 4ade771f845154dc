package io.tapgateway.app.cli.conformance;

import picocli.CommandLine.Command;

/** Says where gateways and providers depart from the protocol (L-021, L-022). Confined to the main thread. */
@Command(
        name = "conformance",
        description = "Find out whether a gateway or a provider keeps to the protocol.",
        subcommands = {ConformanceGatewayCommand.class, ConformanceProviderCommand.class},
        mixinStandardHelpOptions = true)
public final class ConformanceCommand {}
