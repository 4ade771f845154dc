package io.tapgateway.app.doctor;

import io.tapgateway.app.doctor.DoctorFinding.Verdict;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What there is to say about the extensions of a session, one after the other (Z-114). Immutable. */
public final class ExtensionFindings {
    private static final String TURNS = "turn_start";
    private static final String TEXTS = "assistant_message";

    private final Path logs;

    /** @param logs where the logs of extensions are */
    public ExtensionFindings(Path logs) {
        this.logs = logs;
    }

    /**
     * One finding for each extension, and one for each of its problems.
     *
     * @param extensions as the control API lists them, by rank
     */
    public List<DoctorFinding> of(List<JsonValue> extensions) {
        List<DoctorFinding> findings = new ArrayList<>();
        for (JsonValue each : extensions) {
            findings.add(new DoctorFinding(text(each, "name"), verdict(each), sentence(each), advice(each)));
            texts(each, "problems")
                    .forEach(problem ->
                            findings.add(new DoctorFinding(text(each, "name"), Verdict.WARN, problem, log(each))));
        }
        return findings;
    }

    private static Verdict verdict(JsonValue extension) {
        return switch (text(extension, "state")) {
            case "ready", "nothing-to-start" -> Verdict.OK;
            case "failed", "given-up", "refused" -> Verdict.FAIL;
            default -> Verdict.WARN;
        };
    }

    private String sentence(JsonValue extension) {
        String what = text(extension, "scope") + ", " + text(extension, "dir") + ": " + text(extension, "state");
        String why = text(extension, "problem");
        String end = number(extension, "exitCode")
                .map(it -> ", exit code " + it + " at last")
                .orElse("");
        return what
                + (why.isEmpty() ? "" : ", " + why)
                + (verdict(extension) == Verdict.OK ? "" : end)
                + abilities(extension)
                + started(extension);
    }

    /** What is run for it, whether that needs a yes, and where it prints. */
    private String started(JsonValue extension) {
        List<String> command = texts(extension, "command");
        if (command.isEmpty()) {
            return "";
        }
        return "; runs " + String.join(" ", command)
                + (text(extension, "approval").equals("given") ? ", as you have approved it" : "")
                + (text(extension, "state").equals("ready") ? "; its log: " + place(extension) : "");
    }

    /** What it offers and wants, if it runs. */
    private static String abilities(JsonValue extension) {
        if (!text(extension, "state").equals("ready")) {
            return "";
        }
        List<String> commands = extension.get("commands").map(JsonValue::elements).orElse(List.of()).stream()
                .map(it -> "/" + text(it, "name"))
                .toList();
        List<String> intercepts = texts(extension, "intercepts");
        return number(extension, "readyMs").map(it -> " after " + it + " ms").orElse("")
                + named("; tools ", texts(extension, "tools"))
                + named("; commands ", commands)
                + named("; told of ", texts(extension, "events"))
                + named("; asked about ", intercepts)
                + (intercepts.contains(TURNS) || intercepts.contains(TEXTS)
                        ? ", of turns and texts only where a model plays the agent here"
                        : "");
    }

    private static String named(String what, List<String> names) {
        return names.isEmpty() ? "" : what + String.join(", ", names);
    }

    private String advice(JsonValue extension) {
        String name = text(extension, "name");
        return switch (text(extension, "state")) {
            case "ready", "nothing-to-start" -> "";
            case "disabled" -> "'tapgateway ext enable " + name + "' switches it on.";
            case "shadowed" -> "Rename or remove one of the two, if you want this one.";
            case "unapproved" -> "'tapgateway ext approve " + name + "' shows what it would start, and asks.";
            case "refused" -> "Nothing of it is started until that is otherwise.";
            case "ended" -> "'ext reload' at the prompt starts it again.";
            case "starting", "waiting" -> "Look again in a moment. " + log(extension);
            default -> extension.get("provider").isEmpty() ? "Correct its extension.json." : log(extension);
        };
    }

    private String log(JsonValue extension) {
        return "Its log: " + place(extension);
    }

    private Path place(JsonValue extension) {
        return logs.resolve("ext-" + text(extension, "provider") + ".log");
    }

    private static String text(JsonValue object, String name) {
        return object.get(name).flatMap(JsonReader.TEXT::tryRead).orElse("");
    }

    private static Optional<String> number(JsonValue object, String name) {
        return object.get(name).filter(it -> it.kind() == JsonKind.NUMBER).map(JsonValue::json);
    }

    private static List<String> texts(JsonValue object, String name) {
        return object.get(name)
                .flatMap(JsonReader.list(JsonReader.TEXT)::tryRead)
                .orElse(List.of());
    }
}
