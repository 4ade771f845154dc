package io.tapgateway.provider.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.json.JsonValue;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests are compiled without names of parameters; what is looked at here is compiled by them. */
class ParameterListTest {
    private static final String SOURCE = """
            import io.tapgateway.provider.schema.Description;
            import java.util.Optional;

            class Trains {
                record Way(String from, String to) {}

                void find(@Description("whose") Way way, Optional<Integer> changes) {}

                void read(java.io.File file) {}
            }
            """;

    @TempDir
    private Path directory;

    @Test
    void the_schema_and_the_values_follow_from_the_parameters() throws Exception {
        ParameterList parameters = ParameterList.of(parameters("find", "-parameters"));

        assertThat(parameters.schema().json()).isEqualTo(JsonValue.parse("""
                        {"type":"object","properties":{
                          "way":{"type":"object","description":"whose","properties":{
                            "from":{"type":"string"},"to":{"type":"string"}},"required":["from","to"]},
                          "changes":{"type":"integer"}},
                         "required":["way"]}"""));
        assertThat(parameters.read(JsonValue.parse("{\"way\":{\"from\":\"Bern\",\"to\":\"Chur\"},\"colour\":1}")))
                .hasSize(2)
                .first()
                .hasToString("Way[from=Bern, to=Chur]");
        assertThat(parameters.read(JsonValue.of(Map.of("way", Map.of("from", "Bern", "to", "Chur"), "changes", 2))))
                .last()
                .isEqualTo(Optional.of(2));
    }

    @Test
    void what_is_wrong_is_named_by_its_place() throws Exception {
        ParameterList parameters = ParameterList.of(parameters("find", "-parameters"));

        assertThatThrownBy(() -> parameters.read(JsonValue.parse("{\"way\":{\"from\":\"Bern\"}}")))
                .hasMessage("Argument /way/to is missing.");
        assertThatThrownBy(() -> parameters.read(JsonValue.EMPTY_OBJECT)).hasMessage("Argument /way is missing.");
        assertThatThrownBy(() -> parameters.read(JsonValue.NULL)).hasMessage("The arguments must be an object.");
    }

    @Test
    void a_parameter_without_a_form_in_json_is_refused() throws Exception {
        assertThatThrownBy(() -> ParameterList.of(parameters("read", "-parameters")))
                .hasMessageStartingWith("read.file has type java.io.File, which has no JSON form here");
    }

    @Test
    void parameters_without_names_are_refused() throws Exception {
        assertThatThrownBy(() -> ParameterList.of(parameters("find", "-g:none")))
                .hasMessage("the parameters of find have lost their names: compile its class with -parameters");
    }

    private List<Parameter> parameters(String name, String option) throws Exception {
        Path source = Files.writeString(directory.resolve("Trains.java"), SOURCE);
        int code = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        option,
                        "-proc:none",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-d",
                        directory.toString(),
                        source.toString());
        assertThat(code).isZero();
        ClassLoader loader =
                new URLClassLoader(new URL[] {directory.toUri().toURL()}, ParameterListTest.class.getClassLoader());
        Method method = Arrays.stream(loader.loadClass("Trains").getDeclaredMethods())
                .filter(it -> it.getName().equals(name))
                .findFirst()
                .orElseThrow();
        return List.of(method.getParameters());
    }
}
