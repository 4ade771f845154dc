package io.tapgateway.examples.guardian;

import io.tapgateway.protocol.message.Push;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.hook.GateDecision;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.provider.ws.StandaloneProvider;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A guardian: nobody pushes to git in this session unless CI has passed, or is running and its user agrees. With {@code
 * --ask-me} it denies nothing by itself: the user is asked about every push while CI has not passed. It watches the
 * file in {@code CI_STATE}, or else {@code ci.json}. Gates take a token that only the user can give: start it with
 * {@code ./tapgateway spawn --pass CI_STATE}, or without {@code --pass} if the variable is not set.
 */
public final class GuardianMain {
    private static final String STREAM = "ci";

    private final Path file;
    private final boolean asksMe;
    private String known;

    private GuardianMain(Path file, boolean asksMe) {
        this.file = file;
        this.asksMe = asksMe;
        this.known = CiState.of(file).text();
    }

    public static void main(String[] arguments) {
        String file = System.getenv().getOrDefault("CI_STATE", "ci.json");
        GuardianMain guardian =
                new GuardianMain(Path.of(file), List.of(arguments).contains("--ask-me"));
        StandaloneProvider.run(guardian.describe(), guardian::watch);
    }

    private Provider describe() {
        return Provider.named("ci-guardian")
                .tool("ci_status", "Whether CI has passed.", Schema.object(), call -> status())
                // The arguments are matched as JSON. This errs on the side of asking: it costs a moment, and no push
                // goes by.
                .gate(Match.tool("shell").args("\\bgit\\b.*\\bpush\\b"), check -> decide())
                .context(known)
                .build();
    }

    private Map<String, String> status() {
        CiState now = CiState.of(file);
        return Map.of("state", now.state(), "text", now.text());
    }

    /** Asks anew each time: what was known a second ago may be wrong by now. */
    private GateDecision decide() {
        CiState now = CiState.of(file);
        if (now.state().equals("passed")) {
            return GateDecision.allow();
        }
        return asksMe || now.state().equals("running")
                ? GateDecision.ask(now.text() + ". Push all the same?")
                : GateDecision.deny(now.text() + ". Push when it has passed.");
    }

    private void watch(BoundProvider provider) {
        ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "ci-watch");
            thread.setDaemon(true);
            return thread;
        });
        var unused = clock.scheduleWithFixedDelay(() -> look(provider), 1, 1, TimeUnit.SECONDS);
    }

    private void look(BoundProvider provider) {
        String text = CiState.of(file).text();
        if (text.equals(known)) {
            return;
        }
        known = text;
        provider.updateContext(text).exceptionally(refusal -> {
            System.out.println("The context could not be changed");
            return 0L;
        });
        provider.push(Push.to(STREAM).surface(text));
    }
}
