package io.tapgateway.workspace;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.GateCheck;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.provider.ProviderBuilder;
import io.tapgateway.provider.ToolFailure;
import io.tapgateway.provider.hook.GateDecision;
import io.tapgateway.provider.schema.InvalidArguments;
import io.tapgateway.workspace.files.Located;
import io.tapgateway.workspace.files.Roots;
import io.tapgateway.workspace.model.CommandVerdict;
import java.io.IOException;
import java.util.List;

/**
 * What a person has to decide before a tool of the workspace is used (F-028 ff.): it says so and asks nobody. A call
 * that will not work out is let pass, since its tool says why. Thread-safe.
 */
final class ApprovalGate {
    private static final List<String> TOOLS = List.of(
            FileTools.WRITE,
            FileTools.EDIT,
            FileTools.PATCH,
            FileTools.CREATE_FILE,
            FileTools.EDIT_FILE,
            FileTools.READ,
            FileTools.READ_FILES,
            ShellCommands.BASH);

    private final Roots roots;
    private final ApprovalMode mode;

    ApprovalGate(Roots roots, ApprovalMode mode) {
        this.roots = roots;
        this.mode = mode;
    }

    /** Of these tools of the workspace alone: others of the same name are not its own. */
    void addTo(ProviderBuilder provider) {
        for (String tool : TOOLS) {
            provider.gate(Match.tool(tool).provider(Workspace.PROVIDER), this::decide);
        }
    }

    private GateDecision decide(GateCheck check) throws IOException {
        return switch (check.tool()) {
            case ShellCommands.BASH -> ofCommand(check.args());
            case FileTools.READ ->
                ofReading(PathArgument.optional(check.args()).stream().toList());
            case FileTools.READ_FILES ->
                ofReading(check.args()
                        .get(FileTools.FILES)
                        .map(PathArgument::list)
                        .orElse(List.of()));
            default -> ofChange(check.args());
        };
    }

    private GateDecision ofCommand(JsonValue args) {
        CommandVerdict verdict = args.get("command")
                .filter(command -> command.kind() == JsonKind.STRING)
                .map(command -> CommandVerdict.of(command.asString()))
                .orElse(CommandVerdict.SAFE);
        return verdict == CommandVerdict.SAFE || mode == ApprovalMode.NOTHING
                ? GateDecision.allow()
                : GateDecision.ask(
                        "The command may run only if you say so: " + verdict.reason() + " (" + verdict.code() + ").");
    }

    private GateDecision ofReading(List<String> paths) throws IOException {
        for (String path : paths) {
            if (mode != ApprovalMode.NOTHING && isSecret(path)) {
                return GateDecision.ask("Files of this name often hold secrets, which the model would see.");
            }
        }
        return GateDecision.allow();
    }

    private boolean isSecret(String path) throws IOException {
        try (Located file = roots.locate(path)) {
            return file.isSecret();
        } catch (ToolFailure e) {
            return false;
        }
    }

    private GateDecision ofChange(JsonValue args) throws IOException {
        try (Located file = roots.locateToJudge(PathArgument.required(args))) {
            if (file.isInstruction()) {
                return mode == ApprovalMode.NOTHING
                        ? GateDecision.deny("What decides about agents is not changed without a person's approval.")
                        : GateDecision.ask(
                                "This is dangerous: the file decides about agents, or about what is started.");
            }
            return mode == ApprovalMode.EDITS
                    ? GateDecision.ask(
                            file.exists() ? "It changes " + file.shown() + "." : "It makes " + file.shown() + ".")
                    : GateDecision.allow();
        } catch (ToolFailure | InvalidArguments e) {
            return GateDecision.allow();
        }
    }
}
