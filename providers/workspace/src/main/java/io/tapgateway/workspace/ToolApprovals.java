package io.tapgateway.workspace;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.model.FileDigest;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.protocol.model.UsePreview;
import io.tapgateway.provider.ToolFailure;
import io.tapgateway.provider.ToolInvocation;
import io.tapgateway.provider.hook.GateDecision;
import io.tapgateway.provider.schema.InvalidArguments;
import io.tapgateway.provider.schema.ToolArguments;
import io.tapgateway.workspace.files.Located;
import io.tapgateway.workspace.files.Roots;
import java.io.IOException;
import java.util.List;

/**
 * What a person has to decide before a tool of the workspace is used (F-028 ff.): the tool says so and asks nobody. A
 * use that will not work out is let pass, since its tool says why; when it does work out by then, the tool finds that
 * nobody was asked, and refuses. Thread-safe.
 */
final class ToolApprovals {
    private final Roots roots;
    private final ApprovalMode mode;

    ToolApprovals(Roots roots, ApprovalMode mode) {
        this.roots = roots;
        this.mode = mode;
    }

    /** Of a command. */
    GateDecision ofCommand(ToolArguments args) {
        CommandVerdict verdict = args.arg("command")
                .filter(command -> command.kind() == JsonKind.STRING)
                .map(command -> CommandVerdict.of(command.asString()))
                .orElse(CommandVerdict.SAFE);
        return isFree(verdict)
                ? GateDecision.allow()
                : GateDecision.ask(
                        "The command may run only if you say so: " + verdict.reason() + ".",
                        verdict == CommandVerdict.DANGEROUS ? UsePreview.DANGEROUS : UsePreview.NONE);
    }

    private boolean isFree(CommandVerdict verdict) {
        return verdict == CommandVerdict.SAFE || mode == ApprovalMode.NOTHING;
    }

    /**
     * Holds a command against what a person has said of it.
     *
     * @throws ToolFailure if nobody has, and somebody has to
     */
    void requireCommand(ToolInvocation call, String command) {
        if (!isFree(CommandVerdict.of(command)) && call.approved().isEmpty()) {
            throw nobodySaidYes();
        }
    }

    /** Of reading files. */
    GateDecision ofReading(List<String> paths) throws IOException {
        for (String path : paths) {
            if (isSecret(path)) {
                return GateDecision.ask(
                        "Files of this name often hold secrets, which the model would see.", UsePreview.NONE);
            }
        }
        return GateDecision.allow();
    }

    private boolean isSecret(String path) throws IOException {
        try (Located file = roots.locate(path)) {
            return isSecret(file);
        } catch (ToolFailure e) {
            return false;
        }
    }

    private boolean isSecret(Located file) {
        return mode != ApprovalMode.NOTHING && file.isSecret();
    }

    /**
     * Holds a file that is about to be read against what a person has said.
     *
     * @throws ToolFailure if nobody has, and somebody has to
     */
    void requireReadable(ToolInvocation call, Located file) {
        if (isSecret(file) && call.approved().isEmpty()) {
            throw nobodySaidYes();
        }
    }

    /** Of a change of a file, which is shown as far as it is known. */
    GateDecision ofChange(ToolArguments args, FileChange change) throws IOException {
        try (Located file = roots.locateToJudge(PathArgument.required(args.args()))) {
            boolean dangerous = file.isInstruction();
            if (dangerous && mode == ApprovalMode.NOTHING) {
                return GateDecision.deny("What decides about agents is not changed without a person's approval.");
            } else if (!dangerous && mode != ApprovalMode.EDITS) {
                return GateDecision.allow();
            }
            FileChange.Planned planned = change.plan(args, file);
            String reason;
            if (dangerous) {
                reason = "This is dangerous: the file decides about agents, or about what is started.";
            } else {
                reason = (file.exists() ? "It changes " : "It makes ") + file.shown() + ".";
            }
            return GateDecision.ask(
                    reason, UsePreview.of(planned.diff(file.shown()), planned.digest(file.shown()), dangerous));
        } catch (ToolFailure | InvalidArguments e) {
            return GateDecision.allow();
        }
    }

    /**
     * Holds a change that is about to be made against what a person was shown.
     *
     * @throws ToolFailure if nobody was, and somebody has to be, or the file has changed since
     */
    void requireChange(ToolInvocation call, Located file, FileChange.Planned planned) {
        boolean asked = file.isInstruction() || mode == ApprovalMode.EDITS;
        if (asked && call.approved().isEmpty()) {
            throw nobodySaidYes();
        }
        FileDigest now = planned.digest(file.shown());
        List<FileDigest> shown = call.approved().orElse(List.of());
        if (!shown.isEmpty() && !shown.contains(now)) {
            throw new ToolFailure(
                    ToolErrorCode.INVALID_ARGUMENTS,
                    "'" + file.shown() + "' has changed since the change was shown; read it again.");
        }
    }

    private static ToolFailure nobodySaidYes() {
        return new ToolFailure(
                ToolErrorCode.UNAUTHORIZED,
                "Nobody was asked whether it may be done: when that was looked at, it could not be. Try it again.");
    }
}
