package io.tapgateway.app.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.app.home.Problem;
import io.tapgateway.app.project.ProgramSpec.Restart;
import io.tapgateway.programs.Command;
import io.tapgateway.programs.ProgramEnvironment;
import io.tapgateway.protocol.model.ProviderName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProjectConfigTest {
    @TempDir
    private Path temporary;

    private Path workspace;

    @BeforeEach
    void makeWorkspace() throws Exception {
        workspace = Files.createDirectories(temporary.toRealPath().resolve("workspace"));
        Files.createDirectories(workspace.resolve("tools"));
    }

    @Test
    void lists_programs_with_everything_they_need() throws Exception {
        ProjectConfig config = read("""
                {"providers":[
                  {"name":"ci","command":["node","ci.mjs"],"cwd":"tools","env":{"A":"b"},"restart":"never"},
                  {"name":"lint","command":["./lint"]}]}""");

        assertThat(config.programs())
                .containsExactly(
                        new ProgramSpec(
                                new ProviderName("ci"),
                                new Command(List.of("node", "ci.mjs"), workspace.resolve("tools"), Map.of("A", "b")),
                                Restart.NEVER),
                        new ProgramSpec(
                                new ProviderName("lint"),
                                new Command(List.of("./lint"), workspace, Map.of()),
                                Restart.ON_FAILURE));
    }

    @Test
    void M060_lists_mcp_servers_as_agents_write_them() throws Exception {
        ProjectConfig config = read("""
                {"mcpServers":{
                  "files":{"command":"npx","args":["-y","files"],"env":{"A":"${B}"}},
                  "web":{"type":"http","url":"https://example.com/mcp"}}}""");

        assertThat(config.names()).containsExactly("files", "web");
        assertThat(config.servers()).extracting(it -> it.target()).containsExactly("npx", "https://example.com/mcp");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'a':{'args':[]}} | /mcpServers/a/command is required",
                "{'a':{'url':'ftp://x'}} | /mcpServers/a/url must be an address",
                "{'a b':{'command':'x'},'a_b':{'command':'y'}} | /mcpServers/a_b is called 'a_b' here, as another one",
                "[] | /mcpServers must be an object"
            })
    void M060_an_mcp_server_that_cannot_be_used_is_complained_about_at_its_place(String servers, String complaint) {
        String json = "{\"mcpServers\":" + servers.replace('\'', '"') + "}";

        assertThatThrownBy(() -> read(json)).isInstanceOf(Problem.class).hasMessageContaining(complaint);
    }

    @Test
    void T34_any_change_of_the_file_changes_its_hash() throws Exception {
        String one = read("{\"providers\":[]}").sha256();
        String same = read("{\"providers\":[]}").sha256();
        String other = read("{\"providers\":[] }").sha256();

        assertThat(one).hasSize(64).isEqualTo(same).isNotEqualTo(other);
    }

    @Test
    void T58_files_of_the_workspace_that_a_command_names_are_covered_as_they_are() throws Exception {
        Path script = Files.writeString(workspace.resolve("tools/ci.mjs"), "1");
        Path settings = Files.writeString(workspace.resolve("settings"), "1");
        Path outside = Files.writeString(temporary.resolve("outside"), "1");
        Files.createSymbolicLink(workspace.resolve("tools/link"), settings);
        String json = "{\"providers\":[{\"name\":\"ci\",\"cwd\":\"tools\",\"command\":[\"node\",\"ci.mjs\","
                + "\"--settings=../settings\",\"link\",\".\",\"none\",\"" + outside + "\"]}]}";

        ProjectConfig approved = read(json);
        Files.writeString(outside, "2");
        ProjectConfig same = read(json);
        Files.writeString(settings, "2");
        ProjectConfig other = read(json);

        assertThat(approved.covered()).containsExactly(settings, script);
        assertThat(same.sha256()).isEqualTo(approved.sha256());
        assertThat(other.sha256()).isNotEqualTo(approved.sha256());
        Command command = approved.programs().get(0).command();
        assertThatThrownBy(() -> approved.named().requireUnchanged(command))
                .isInstanceOf(Problem.class)
                .hasMessageContaining(settings + " has changed since it was approved");
        other.named().requireUnchanged(command);
    }

    @Test
    void T58_a_configuration_or_a_script_that_others_can_write_is_refused_with_the_chmod_that_helps() throws Exception {
        String json = "{\"providers\":[{\"name\":\"ci\",\"command\":[\"sh\",\"run.sh\"]}]}";
        Path script = Files.writeString(workspace.resolve("run.sh"), "1");
        read(json);
        Path config = workspace.resolve("tap.config.json");

        for (Path file : List.of(script, config)) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-r--"));
            assertThatThrownBy(() -> ProjectConfig.read(config, workspace))
                    .isInstanceOf(Problem.class)
                    .hasMessageContaining("run: chmod go-w " + file);
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        }
        assertThat(ProjectConfig.read(config, workspace).programs()).hasSize(1);
    }

    @Test
    void T34_arguments_are_taken_as_they_are() throws Exception {
        List<String> hostile = List.of("git", "; rm -rf ~", "$(id)", "`id`", "--upload-pack=id", "a\nb", "");
        String json = hostile.stream()
                .map(part -> "\"" + part.replace("\n", "\\n") + "\"")
                .collect(Collectors.joining(","));

        ProjectConfig config = read("{\"providers\":[{\"name\":\"x\",\"command\":[" + json + "]}]}");

        assertThat(config.programs().get(0).command().line()).isEqualTo(hostile);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "[]                                                   | / must be an object",
                "{                                                    | cannot be read, line",
                "{}                                                   | /providers is required",
                "{'providers':{}}                                     | /providers must be an array",
                "{'providers':[],'x':1}                               | /x is not known here",
                "{'providers':['x']}                                  | /providers/0 must be an object",
                "{'providers':[{'command':['x']}]}                    | /providers/0/name is required",
                "{'providers':[{'name':'a b','command':['x']}]}       | /providers/0/name must have",
                "{'providers':[{'name':'gateway','command':['x']}]}   | /providers/0/name is reserved",
                "{'providers':[{'name':'a'}]}                         | /providers/0/command is required",
                "{'providers':[{'name':'a','command':'x y'}]}         | /providers/0/command must be an array",
                "{'providers':[{'name':'a','command':[]}]}            | /providers/0/command must begin with a program",
                "{'providers':[{'name':'a','command':['-x']}]}        | /providers/0/command must begin with a program, not",
                "{'providers':[{'name':'a','command':[1]}]}           | /providers/0/command/0 must be a string",
                "{'providers':[{'name':'a','command':['x\\u0000']}]}  | /providers/0/command/0 must not contain",
                "{'providers':[{'name':'a','command':['x'],'cmd':1}]} | /providers/0/cmd is not known here",
                "{'providers':[{'name':'a','command':['x'],'cwd':'..'}]}  | /providers/0/cwd leads out of",
                "{'providers':[{'name':'a','command':['x'],'cwd':'/'}]}   | /providers/0/cwd leads out of",
                "{'providers':[{'name':'a','command':['x'],'cwd':'no'}]}  | /providers/0/cwd is no directory",
                "{'providers':[{'name':'a','command':['x'],'cwd':'tap.config.json'}]} | /providers/0/cwd is no directory",
                "{'providers':[{'name':'a','command':['x'],'env':[]}]}    | /providers/0/env must be an object",
                "{'providers':[{'name':'a','command':['x'],'env':{'A=B':'c'}}]} | /providers/0/env has a name",
                "{'providers':[{'name':'a','command':['x'],'env':{'tap_x':'c'}}]} | /providers/0/env must leave TAP_",
                "{'providers':[{'name':'a','command':['x'],'env':{'A':1}}]} | /providers/0/env/A must be a string",
                "{'providers':[{'name':'a','command':['x'],'restart':'often'}]} | /providers/0/restart must be",
                "{'providers':[{'name':'a','command':['x']},{'name':'A','command':['x']}]} | /providers/1/name is there twice",
            })
    void what_is_not_understood_completely_is_refused_with_its_place(String json, String sentence) {
        assertThatThrownBy(() -> read(json.strip().replace('\'', '"')))
                .isInstanceOf(Problem.class)
                .hasMessageContaining(sentence.strip().replace('"', '\''));
    }

    @Test
    void T34_a_link_must_not_lead_a_program_out_of_the_workspace() throws Exception {
        Path elsewhere = Files.createDirectory(temporary.resolve("elsewhere"));
        Files.createSymbolicLink(workspace.resolve("inside"), workspace.resolve("tools"));
        Files.createSymbolicLink(workspace.resolve("outside"), elsewhere);
        Files.createDirectory(temporary.resolve("workspace-evil"));

        assertThat(readWithDirectory("inside").programs().get(0).command().directory())
                .isEqualTo(workspace.resolve("tools"));
        assertThatThrownBy(() -> readWithDirectory("outside")).hasMessageContaining("leads out of");
        assertThatThrownBy(() -> readWithDirectory("../workspace-evil")).hasMessageContaining("leads out of");
    }

    @Test
    void T34_the_file_itself_must_be_in_the_workspace_and_no_link() throws Exception {
        Path outside = Files.writeString(temporary.resolve("tap.config.json"), "{\"providers\":[]}");
        Path link = Files.createSymbolicLink(workspace.resolve("link.json"), outside);

        assertThatThrownBy(() -> ProjectConfig.read(outside, workspace)).hasMessageContaining("is not in");
        assertThatThrownBy(() -> ProjectConfig.read(link, workspace)).hasMessageContaining("no regular file");
        assertThatThrownBy(() -> ProjectConfig.read(workspace.resolve("none"), workspace))
                .hasMessageContaining("There is no file");
    }

    @Test
    void a_file_may_list_so_many_programs_and_have_so_many_bytes_and_no_more() throws Exception {
        assertThat(read(programs(ConfigReader.MAX_PROGRAMS)).programs()).hasSize(ConfigReader.MAX_PROGRAMS);
        assertThatThrownBy(() -> read(programs(ConfigReader.MAX_PROGRAMS + 1)))
                .hasMessageContaining("at most " + ConfigReader.MAX_PROGRAMS);
        String empty = "{\"providers\":[]}";
        String full = empty + " ".repeat(ProjectConfig.MAX_FILE_BYTES - empty.length());
        assertThat(read(full).programs()).isEmpty();
        assertThatThrownBy(() -> read(full + " ")).hasMessageContaining("more than " + ProjectConfig.MAX_FILE_BYTES);
    }

    @Test
    void T34_a_program_sees_of_the_gateways_environment_only_what_programs_need_to_run() throws Exception {
        Command command = read("{\"providers\":[{\"name\":\"a\",\"command\":[\"x\"],\"env\":{\"MORE\":\"yes\"}}]}")
                .programs()
                .get(0)
                .command();
        Map<String, String> gateway = Map.of(
                "PATH",
                "/bin",
                "LC_ALL",
                "C",
                "AWS_SECRET_ACCESS_KEY",
                "k",
                "TAP_PROVIDER_TOKEN",
                "old",
                "LD_PRELOAD",
                "x");

        assertThat(ProgramEnvironment.of(gateway, command))
                .containsExactlyInAnyOrderEntriesOf(Map.of("PATH", "/bin", "LC_ALL", "C", "MORE", "yes"));
    }

    private static String programs(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "{\"name\":\"p" + i + "\",\"command\":[\"x\"]}")
                .collect(Collectors.joining(",", "{\"providers\":[", "]}"));
    }

    private ProjectConfig readWithDirectory(String directory) throws Exception {
        return read("{\"providers\":[{\"name\":\"a\",\"command\":[\"x\"],\"cwd\":\"" + directory + "\"}]}");
    }

    private ProjectConfig read(String json) throws IOException, Problem {
        return ProjectConfig.read(Files.writeString(workspace.resolve("tap.config.json"), json), workspace);
    }
}
