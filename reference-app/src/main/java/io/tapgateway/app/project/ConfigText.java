package io.tapgateway.app.project;

import io.tapgateway.app.text.PlainText;
import io.tapgateway.emitters.model.EmitterDefinition;
import io.tapgateway.emitters.model.Interval;
import io.tapgateway.emitters.model.Source;
import io.tapgateway.programs.Command;
import io.tapgateway.protocol.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** What a configuration would start, in lines that a person decides by. Stateless. */
public final class ConfigText {
    private ConfigText() {}

    /** All of it, and which files an approval covers; the lines cannot move the cursor. */
    public static List<String> lines(ProjectConfig config) {
        List<String> lines = new ArrayList<>();
        if (!config.programs().isEmpty()) {
            lines.add(config.file() + " starts these programs as your providers:");
            config.programs()
                    .forEach(program -> lines.add("  " + program.name() + ": " + described(program.command())));
        }
        if (!config.emitters().emitters().isEmpty()) {
            lines.add(config.file() + " starts these emitters in the background:");
            config.emitters()
                    .emitters()
                    .forEach(emitter -> lines.add("  " + emitter.name() + ": " + described(emitter)));
        }
        if (!config.servers().isEmpty()) {
            lines.add(config.file() + " starts these MCP servers, or connects to them:");
            config.servers()
                    .forEach(server -> lines.add(
                            "  " + server.key() + ": " + server.written().json()));
        }
        if (config.covered().isEmpty()) {
            lines.add("What these start or read themselves is not covered by your answer.");
        } else {
            lines.add("Your answer covers these files as they are now, and no others that they start or read:");
            config.covered().forEach(file -> lines.add("  " + file));
        }
        return lines.stream().map(PlainText::of).toList();
    }

    private static String described(EmitterDefinition emitter) {
        String what = emitter.source().accept(new Source.Visitor<String>() {
            @Override
            public String onRun(Source.Run run) {
                return described(run.command());
            }

            @Override
            public String onAsk(Source.Ask ask) {
                return "asks the agent " + JsonValue.of(ask.prompt()).json();
            }
        });
        return what
                + emitter.schedule()
                        .every()
                        .map(it -> ", every " + Interval.text(it))
                        .orElse("");
    }

    private static String described(Command command) {
        String environment = command.environment().isEmpty()
                ? ""
                : " with " + JsonValue.of(new TreeMap<>(command.environment())).json();
        return JsonValue.of(command.line()).json() + " in " + command.directory() + environment;
    }
}
