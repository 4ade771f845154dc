package io.tapgateway.app;

import io.tapgateway.app.cli.CommandLineTool;
import java.util.List;

/** Where the process begins. Stateless. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        System.exit(CommandLineTool.onStandardStreams().execute(List.of(arguments)));
    }
}
