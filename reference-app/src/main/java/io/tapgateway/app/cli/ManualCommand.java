package io.tapgateway.app.cli;

import io.tapgateway.app.home.Problem;
import io.tapgateway.app.home.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes the manual of the program, for those who package it. Confined to the main thread. */
@Command(
        name = "manual",
        hidden = true,
        description = "Write the help of all commands as pages for man.",
        mixinStandardHelpOptions = true)
final class ManualCommand implements Callable<Integer> {
    @Parameters(paramLabel = "DIR", description = "Where to; it is made if it is not there.")
    private Path directory = Path.of("");

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws Problem {
        try {
            Files.createDirectories(directory);
            for (ManualPage page : ManualPage.of(spec.root()).toList()) {
                Files.writeString(directory.resolve(page.fileName()), page.text(Version.current()));
            }
        } catch (IOException e) {
            throw new Problem("The manual cannot be written to " + directory + ": " + e.getMessage());
        }
        return 0;
    }
}
