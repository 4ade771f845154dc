package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.examples.embedding.EmbeddedAgent;
import io.tapgateway.runtime.SessionHost;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The agent of the embedding guide gets the tool of the provider guide, whatever that is written in. */
@Timeout(120)
class GuidesIT {
    enum Language {
        NODE {
            @Override
            List<String> command() {
                return Interpreter.NODE.command(Interpreter.EXAMPLES.resolve("node/greeter.mjs"));
            }
        },
        PYTHON {
            @Override
            List<String> command() {
                return Interpreter.PYTHON.command(Interpreter.EXAMPLES.resolve("python/greeter.py"));
            }
        },
        JAVA {
            @Override
            List<String> command() {
                List<String> command =
                        new ArrayList<>(PackagedApp.javaCommand(Interpreter.EXAMPLES.resolve("java/target/lib")));
                command.add("io.tapgateway.examples.greeter.Greeter");
                return command;
            }
        };

        abstract List<String> command();
    }

    @TempDir
    private Path directory;

    @AutoClose
    private EmbeddedAgent agent;

    @BeforeEach
    void begin() throws Exception {
        agent = new EmbeddedAgent(0, SessionHost.ignoringEverything());
    }

    @ParameterizedTest
    @EnumSource
    void a_program_that_the_agent_starts_lends_it_its_tool(Language language) throws Exception {
        Process program = agent.start("greeter", language.command(), directory.resolve("greeter.log"));
        try {
            awaitTool();

            assertThat(greeting()).isEqualTo("greeter says: \"Hello, Ada!\"");
        } finally {
            program.destroyForcibly();
        }
    }

    @Test
    void an_object_of_the_agents_own_process_greets_as_well() {
        agent.attachGreeter();
        awaitTool();

        assertThat(greeting()).isEqualTo("greeter says: \"Hello, Ada!\"");
    }

    @Test
    void the_agent_may_use_its_own_tool_and_has_a_prompt_while_nobody_minds() {
        String ran = agent.shell("git push", command -> "done: " + command)
                .toCompletableFuture()
                .join();

        assertThat(ran).isEqualTo("done: git push");
        assertThat(agent.prompt().toCompletableFuture().join()).startsWith("You review pull requests.\n\nBe brief.");
        assertThat(agent.session().tool("shell")).isEmpty();
    }

    private void awaitTool() {
        await("the tool of the greeter")
                .atMost(RunningProgram.PATIENCE)
                .untilAsserted(() -> assertThat(agent.session().tool("greet")).isPresent());
    }

    private String greeting() {
        return agent.use("greet", Map.of("name", "Ada")).toCompletableFuture().join();
    }
}
