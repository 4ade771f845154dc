package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Gemini CLI on a terminal, whose title says what it is about: to editors it shows no tools that come later. Confined
 * to the test.
 */
final class GeminiConversation implements AgentConversation {
    private static final Pattern TITLE = Pattern.compile("\u001b]0;([^\u0007]*)");
    private static final String READY = "Ready";
    private static final String WORKING = "Working";
    private static final String ESCAPE = "\u001b";

    private final RunningProgram program;

    GeminiConversation(RunningProgram program) {
        this.program = program;
    }

    @Override
    public void say(String prompt) {
        awaitAnswered();
        int turns = turns();
        program.press(prompt);
        program.awaitPrinted(prompt);
        program.press("\r");
        await().atMost(ConnectedAgents.PATIENCE)
                .untilAsserted(() -> assertThat(turns()).as(program.printed()).isGreaterThan(turns));
    }

    private int turns() {
        List<String> titles = titles();
        int turns = 0;
        for (int i = 1; i < titles.size(); i++) {
            if (titles.get(i).contains(WORKING) && titles.get(i - 1).contains(READY)) {
                turns++;
            }
        }
        return turns;
    }

    @Override
    public void awaitAnswered() {
        await().atMost(ConnectedAgents.PATIENCE)
                .untilAsserted(() -> assertThat(titles())
                        .as(program.printed())
                        .last()
                        .asString()
                        .contains(READY));
    }

    private List<String> titles() {
        return TITLE.matcher(program.printed()).results().map(it -> it.group(1)).toList();
    }

    @Override
    public void interrupt() {
        program.press(ESCAPE);
    }

    @Override
    public RunningProgram program() {
        return program;
    }
}
