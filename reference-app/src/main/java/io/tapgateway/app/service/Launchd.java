package io.tapgateway.app.service;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The supervisor of macOS. Immutable.
 *
 * @param directory where it looks for the agents of the user
 */
record Launchd(Path directory) implements ServiceSupervisor {
    private static final String LABEL = "io.tapgateway";

    @Override
    public Path file() {
        return directory.resolve(LABEL + ".plist");
    }

    @Override
    public String definition(ServiceProgram program) {
        String arguments = program.command().stream()
                .map(word -> "    <string>" + escaped(word) + "</string>\n")
                .collect(Collectors.joining());
        String environment = program.environment().entrySet().stream()
                .map(it -> "    <key>" + escaped(it.getKey()) + "</key>\n    <string>" + escaped(it.getValue())
                        + "</string>\n")
                .collect(Collectors.joining());
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                + "<!-- " + UserService.MARK + " -->\n"
                + "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n"
                + "<plist version=\"1.0\">\n"
                + "<dict>\n"
                + "  <key>Label</key>\n"
                + "  <string>" + LABEL + "</string>\n"
                + "  <key>ProgramArguments</key>\n"
                + "  <array>\n" + arguments + "  </array>\n"
                + "  <key>EnvironmentVariables</key>\n"
                + "  <dict>\n" + environment + "  </dict>\n"
                + "  <key>RunAtLoad</key>\n"
                + "  <true/>\n"
                // Started again when it has failed, not when it was stopped.
                + "  <key>KeepAlive</key>\n"
                + "  <dict>\n    <key>Crashed</key>\n    <true/>\n  </dict>\n"
                + "  <key>Umask</key>\n"
                + "  <integer>63</integer>\n"
                + "</dict>\n"
                + "</plist>\n";
    }

    @Override
    public List<List<String>> switchOn() {
        return List.of(List.of("launchctl", "load", "-w", file().toString()));
    }

    @Override
    public List<String> switchOff() {
        return List.of("launchctl", "unload", "-w", file().toString());
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
