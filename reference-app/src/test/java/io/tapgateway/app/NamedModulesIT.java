package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The library does on the module path what it does on the class path, and keeps embedders out of what is not exported.
 */
@Timeout(120)
class NamedModulesIT {
    private static final Path LIBRARIES = Interpreter.EXAMPLES.resolve("java/target/lib");
    private static final String EXAMPLES = "io.tapgateway.examples/io.tapgateway.examples.";
    private static final String CORE = "io.tapgateway.runtime.core.GatewayCore";

    @TempDir
    private Path directory;

    @Test
    void a_named_module_embeds_a_gateway_and_has_providers_by_both_transports() {
        Stream<String> provider = java(LIBRARIES.toString(), EXAMPLES + "notes.NotesMain", "work");
        Stream<String> agent = java(LIBRARIES.toString(), EXAMPLES + "embedding.EmbeddedMain");

        try (RunningProgram program = run(Stream.concat(agent, provider))) {
            assertThat(program.awaitExit(RunningProgram.PATIENCE))
                    .as(program.printed())
                    .isZero();
            assertThat(program.printed())
                    .contains("greeter says: \"Hello, Ada!\"", "notes says: {\"instance\":\"work\",\"notes\":1}");
        }
    }

    @Test
    void a_named_module_lends_the_tools_of_a_session_to_langchain4j() {
        try (RunningProgram program = run(java(LIBRARIES.toString(), EXAMPLES + "langchain4j.LangChainMain"))) {
            assertThat(program.awaitExit(RunningProgram.PATIENCE))
                    .as(program.printed())
                    .isZero();
            assertThat(program.printed())
                    .contains("<provider-text kind=\"result\" provider=\"greeter\"", "Hello, Ada!");
        }
    }

    @Test
    void an_embedder_that_names_the_core_does_not_compile() {
        assertThat(compile("return " + CORE + ".class;"))
                .contains(
                        "package io.tapgateway.runtime.core is declared in module io.tapgateway.runtime, which does not export it");
    }

    @Test
    void an_embedder_that_looks_the_core_up_may_not_touch_it() {
        assertThat(compile("return Class.forName(\"" + CORE + "\");")).isEmpty();

        try (RunningProgram program = run(java(LIBRARIES + ":" + directory, "embedder/embedder.Burglar"))) {
            assertThat(program.awaitExit(RunningProgram.PATIENCE)).isNotZero();
            assertThat(program.printed())
                    .contains("InaccessibleObjectException")
                    .contains(
                            "module io.tapgateway.runtime does not \"exports io.tapgateway.runtime.core\" to module embedder");
        }
    }

    /** Compiles a module whose program makes the constructors of a class accessible; returns what the compiler says. */
    private String compile(String find) {
        List<Path> sources = List.of(
                source("module-info.java", "module embedder { requires io.tapgateway.runtime; }"),
                source("embedder/Burglar.java", """
                        package embedder;

                        class Burglar {
                            static Class<?> find() throws ClassNotFoundException {
                                %s
                            }

                            public static void main(String[] args) throws ClassNotFoundException {
                                find().getDeclaredConstructors()[0].setAccessible(true);
                            }
                        }
                        """.formatted(find)));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        List<String> options = List.of(
                "--module-path",
                LIBRARIES.toString(),
                "--class-path",
                directory.toString(),
                "-d",
                directory.toString());
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            compiler.getTask(said, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
                    .call();
        } catch (IOException e) {
            throw new AssertionError(find, e);
        }
        return said.toString();
    }

    private Path source(String name, String text) {
        try {
            Path file = directory.resolve("src").resolve(name);
            Files.createDirectories(file.getParent());
            return Files.writeString(file, text);
        } catch (IOException e) {
            throw new AssertionError(name, e);
        }
    }

    /** Without any {@code --add-modules}: what a module does not require is not there. */
    private static Stream<String> java(String modulePath, String program, String... arguments) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return Stream.concat(
                Stream.of(java, "-XX:TieredStopAtLevel=1", "--module-path", modulePath, "--module", program),
                Stream.of(arguments));
    }

    private RunningProgram run(Stream<String> command) {
        return RunningProgram.start(directory, Map.of(), command.toList());
    }
}
