package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The table in docs/agents.md of what each agent was seen to do. After a run it has to have what was seen. What a build
 * does not look at, as the agents that it leaves out, keeps its cell. Thread-safe.
 */
final class AgentTable implements AfterAllCallback {
    private static final Path PAGE = PackagedApp.MODULE.resolveSibling("docs/agents.md");
    private static final Pattern TABLE =
            Pattern.compile("(?s)<!-- what was seen: RealAgentsIT -->\n\n(.*?)\n\n<!-- end -->");

    /** What no run has looked at yet. */
    private static final String UNSEEN = "–";

    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Map<RealAgent, Map<Capability, String>> seen = new EnumMap<>(RealAgent.class);

    /** What an agent can do. */
    enum Capability {
        TOOLS("tools"),
        LATE_TOOLS("tools that come later"),
        DENY("denied by a guardian"),
        FAIL_CLOSED("no gateway: no tool"),
        CONTEXT("context with a prompt"),
        INJECT_BUSY("what is pushed while it works reaches it"),
        INJECT_IDLE("what is pushed when its turn ends, or later"),
        INTERRUPT("stopped, its call ends"),
        RESTART("gateway killed: no tool until the guardian is back, then all as before");

        private final String title;

        Capability(String title) {
            this.title = title;
        }
    }

    /** @param how "yes", "no", or in which way */
    void observed(RealAgent agent, Capability capability, String how) {
        lock.lock();
        try {
            seen.computeIfAbsent(agent, it -> new EnumMap<>(Capability.class)).put(capability, how);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        String page = Files.readString(PAGE);
        Matcher table = TABLE.matcher(page);
        assertThat(table.find()).as("%s has the table", PAGE).isTrue();
        String made = made(table.group(1).lines().toList());
        if (Boolean.getBoolean("tapgateway.regenerate")) {
            Files.writeString(PAGE, page.substring(0, table.start(1)) + made + page.substring(table.end(1)));
        }
        assertThat(Files.readString(PAGE))
                .as("what the run has seen; to write it down, run with -Dtapgateway.regenerate=true")
                .contains(made);
    }

    private String made(List<String> before) {
        Stream<String> head = Stream.of("| |" + each(it -> " " + it.title + " |"), "|---|" + each(it -> "---|"));
        Stream<String> rows = Stream.of(RealAgent.values()).flatMap(agent -> row(agent, before).stream());
        return Stream.concat(head, rows).collect(Collectors.joining("\n"));
    }

    private static String each(Function<Capability, String> cell) {
        return Stream.of(Capability.values()).map(cell).collect(Collectors.joining());
    }

    private Optional<String> row(RealAgent agent, List<String> before) {
        lock.lock();
        try {
            Map<Capability, String> now = seen.getOrDefault(agent, Map.of());
            String first = "| " + agent.title() + " |";
            List<String> titles = cells(before.get(0));
            List<String> row = before.stream()
                    .filter(it -> it.startsWith(first))
                    .findFirst()
                    .map(AgentTable::cells)
                    .orElse(List.of());
            return now.isEmpty() && row.isEmpty()
                    ? Optional.empty()
                    : Optional.of(first
                            + each(it -> {
                                int known = titles.indexOf(it.title);
                                String was = known >= 0 && known < row.size() ? row.get(known) : UNSEEN;
                                return " " + now.getOrDefault(it, was) + " |";
                            }));
        } finally {
            lock.unlock();
        }
    }

    private static List<String> cells(String row) {
        return Stream.of(row.split("\\|", -1)).map(String::strip).toList();
    }
}
