package io.tapgateway.zot;

import io.tapgateway.protocol.json.Utf8Length;
import io.tapgateway.user.command.CommandOffer;
import io.tapgateway.user.command.CommandOutcome;
import io.tapgateway.user.command.Commands;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The commands of one program of an extension, as the person of its session finds and runs them (Z-082 – Z-089).
 * Confined to the program thread, but for what is run.
 */
final class ExtensionCommands {
    private final Manifest manifest;
    private final ExtensionHost host;
    private final Problems problems;
    private final Registrations registrations;
    private final ExtensionChannel channel;
    private final ExtensionPanels panels;
    private final Consumer<String> prompts;
    private final Map<ExtensionCommand, Commands.Offered> offered = new HashMap<>();
    private final Set<ExtensionCommand> refused = new HashSet<>();
    private Predicate<String> isOwn = name -> false;

    /** @param prompts gets what is to be said to the agent */
    ExtensionCommands(
            Manifest manifest,
            ExtensionHost host,
            Problems problems,
            Registrations registrations,
            ExtensionChannel channel,
            ExtensionPanels panels,
            Consumer<String> prompts) {
        this.manifest = manifest;
        this.host = host;
        this.problems = problems;
        this.registrations = registrations;
        this.channel = channel;
        this.panels = panels;
        this.prompts = prompts;
    }

    /** Those that are its own. */
    List<ExtensionCommand> own() {
        return registrations.commands().stream()
                .filter(it -> isOwn.test(it.name()))
                .toList();
    }

    /**
     * Has the person find what its program has registered, as far as the names are its own. Whose a name is that
     * several want, their set has decided already.
     */
    void serve(Predicate<String> isOwn) {
        this.isOwn = isOwn;
        List<ExtensionCommand> commands = own();
        offered.entrySet().removeIf(it -> {
            boolean gone = !commands.contains(it.getKey());
            if (gone) {
                it.getValue().close();
            }
            return gone;
        });
        refused.retainAll(commands);
        for (ExtensionCommand command : commands) {
            try {
                if (!refused.contains(command)) {
                    offered.computeIfAbsent(command, this::offer);
                }
            } catch (IllegalArgumentException refusal) {
                refused.add(command);
                problems.add("its command '" + command.name() + "' cannot be had: " + refusal.getMessage());
            }
        }
    }

    /** Nobody finds them any more. */
    void close() {
        serve(name -> false);
    }

    private Commands.Offered offer(ExtensionCommand command) {
        return host.user()
                .commands()
                .register(
                        new CommandOffer(manifest.provider(), 1, command.name(), command.description()),
                        args -> invoke(command.name(), args));
    }

    /**
     * Has a command run, for a person (Z-086); on any thread.
     *
     * @param args the rest of the line
     * @return completes with what follows, on the program thread, and never fails; what is to be said to the agent is
     *     on its way then, and what is to be drawn is open
     */
    CompletionStage<CommandOutcome> invoke(String command, String args) {
        CompletableFuture<CommandOutcome> outcome = new CompletableFuture<>();
        host.thread().execute(() -> invoke(command, args.strip(), outcome));
        return outcome;
    }

    private void invoke(String command, String args, CompletableFuture<CommandOutcome> outcome) {
        Optional<ExtensionCommand> found = registrations.command(command).filter(it -> isOwn.test(it.name()));
        if (found.isEmpty()) {
            outcome.complete(
                    CommandOutcome.failed(manifest.provider() + " has no command '" + command + "' at the moment."));
        } else if (!Utf8Length.fits(args, ZotLimit.TEXT_BYTES.most())) {
            outcome.complete(CommandOutcome.failed(
                    "What follows a command has at most " + ZotLimit.TEXT_BYTES.most() + " bytes."));
        } else {
            CompletableFuture<ExtensionFrame.CommandResponse> answer = new CompletableFuture<>();
            // Before it is asked: what it says after its answer has to find what follows from that.
            var unused = answer.thenAcceptAsync(it -> outcome.complete(outcome(it)), host.thread()::execute);
            channel.run(found.get().name(), args, answer);
        }
    }

    /** An error comes before an action (Z-089). */
    private CommandOutcome outcome(ExtensionFrame.CommandResponse response) {
        if (!response.error().isEmpty()) {
            return CommandOutcome.failed(response.error());
        }
        return switch (response.action()) {
            case "prompt" -> prompt(response.text());
            case "insert" -> new CommandOutcome(CommandOutcome.Action.INSERT, response.text());
            case "display" -> new CommandOutcome(CommandOutcome.Action.DISPLAY, response.text());
            case "open_panel" -> open(response.panel().orElseThrow());
            case "noop", "" -> CommandOutcome.nothing();
            default -> CommandOutcome.failed("The extension wants the unknown action '" + response.action() + "'.");
        };
    }

    private CommandOutcome prompt(String text) {
        if (text.isBlank()) {
            return CommandOutcome.nothing();
        }
        CommandOutcome outcome = new CommandOutcome(CommandOutcome.Action.PROMPT, text);
        prompts.accept(outcome.text());
        return outcome;
    }

    private CommandOutcome open(ExtensionFrame.Drawing panel) {
        return panels.open(panel)
                .map(it -> new CommandOutcome(CommandOutcome.Action.PANEL, it.value()))
                .orElseGet(() -> CommandOutcome.failed(manifest.provider() + " has ended."));
    }
}
