package io.tapgateway.app.cli.session;

import io.tapgateway.app.home.Problem;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Parameters;

/** Which tool a command is about, and with what. Confined to the main thread. */
final class ToolOptions {
    @Parameters(index = "0", paramLabel = "TOOL", description = "The name of the tool.")
    private String tool = "";

    @Parameters(
            index = "1..*",
            paramLabel = "ARGS",
            description = "Its arguments: one JSON object, or NAME=VALUE each. Default: {}")
    private List<String> arguments = new ArrayList<>();

    String tool() {
        return tool;
    }

    /** The arguments, as far as they can be understood without knowing the tool. */
    ArgumentWords arguments() throws Problem {
        return ArgumentWords.of(tool, arguments);
    }
}
