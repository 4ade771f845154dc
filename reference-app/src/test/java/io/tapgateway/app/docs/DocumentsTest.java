package io.tapgateway.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.build.Modules;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.model.AgentLimits;
import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.codec.MessageCodec;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.testkit.ManualClock;
import io.tapgateway.testkit.transcript.TranscriptRunner;
import io.tapgateway.testkit.transcript.Transcripts;
import io.tapgateway.testkit.transcript.VirtualStage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the guides show is what there is: code that is built and run, messages that can be read, types by their names.
 */
class DocumentsTest {
    /** Languages whose blocks are held to something here, to {@code DocumentedLine}, or have nothing to run. */
    private static final Set<String> LANGUAGES =
            Set.of("java", "js", "python", "json", "console", "xml", "yaml", "transcript", "mermaid");

    private static final Pattern TYPE = Pattern.compile("\\b(?:class|interface|record|enum) ([A-Z][A-Za-z]+)");
    private static final Pattern COMPOUND_NAME = Pattern.compile("(?:[A-Z][a-z]+){2,}");
    private static final Pattern LIMIT = Pattern.compile("(?m)^\\| ((?:`[a-z-]+`(?:, )?)+) \\|");
    private static final Pattern AMOUNT = Pattern.compile("(?m)^\\|[^|]+\\| ([0-9,]+) \\|$");
    private static final Pattern LINE_COUNT = Pattern.compile("\\[(\\d+) lines]\\(([^)]+)\\)");
    private static final Pattern ARTIFACT = Pattern.compile("<artifactId>([^<]+)</artifactId>");

    /** How far code may be indented in its file; here it is not. */
    private static final int DEEPEST = 20;

    /** Names of things that are not ours. */
    private static final Set<String> FOREIGN =
            Set.of("TypeScript", "JavaScript", "HttpOnly", "SameSite", "SubjectPublicKeyInfo", "CallToolResult");

    @TempDir
    private Path directory;

    @Test
    void the_page_on_models_states_the_standard_limits() {
        AgentLimits standard = AgentLimits.STANDARD;
        List<String> stated = AMOUNT.matcher(Page.of("docs/model.md").text())
                .results()
                .map(row -> row.group(1).replace(",", ""))
                .toList();

        assertThat(stated)
                .containsExactly(
                        "" + standard.answersPerTurn(),
                        "" + standard.callsPerAnswer(),
                        "" + standard.waitingPrompts(),
                        "" + standard.resultChars(),
                        "" + standard.memoryChars());
    }

    static List<CodeBlock> blocks() {
        return Page.guides().stream().flatMap(page -> page.blocks().stream()).toList();
    }

    static Stream<CodeBlock> excerpts() {
        return blocks().stream().filter(block -> block.source().isPresent());
    }

    @Test
    void every_block_is_of_a_kind_that_is_held_to_something() throws IOException {
        for (Page page : Page.guides()) {
            // One fence without its partner would hide the blocks behind it.
            long fences =
                    page.text().lines().filter(line -> line.startsWith("```")).count();
            assertThat(page.blocks()).as(page.path()).hasSize((int) fences / 2);
        }
        assertThat(blocks())
                .filteredOn(block -> !LANGUAGES.contains(block.language()))
                // Drawn with letters.
                .filteredOn(
                        block -> !block.language().isEmpty() || !block.text().contains("──▶"))
                .isEmpty();
        assertThat(blocks())
                .filteredOn(block -> Set.of("js", "python").contains(block.language()))
                .allSatisfy(block -> assertThat(block.source()).isPresent());
    }

    @ParameterizedTest
    @MethodSource("excerpts")
    void code_stands_in_the_file_that_it_is_from(CodeBlock block) throws IOException {
        String source = "\n" + Files.readString(Page.ROOT.resolve(block.source().orElseThrow()));

        assertThat(IntStream.rangeClosed(0, DEEPEST))
                .as(block + " shows what is not, or no longer, in "
                        + block.source().orElseThrow())
                .anyMatch(deep -> source.contains("\n" + indented(block, deep) + "\n"));
    }

    @Test
    void L002_the_lines_of_the_to_do_lists_are_counted() throws IOException {
        Path guides = Page.ROOT.resolve("docs/guides");
        List<MatchResult> counts = LINE_COUNT
                .matcher(Page.of("docs/guides/providers.md").text())
                .results()
                .toList();

        assertThat(counts).hasSize(4);
        for (MatchResult count : counts) {
            assertThat(Files.readAllLines(guides.resolve(count.group(2))))
                    .as(count.group())
                    .hasSize(Integer.parseInt(count.group(1)));
        }
    }

    @Test
    void code_that_stands_nowhere_else_compiles() throws IOException {
        List<CodeBlock> sketches = blocks().stream()
                .filter(block ->
                        block.language().equals("java") && block.source().isEmpty())
                .toList();

        assertThat(sketches)
                .isNotEmpty()
                .allSatisfy(
                        block -> assertThat(Sketch.compile(block, directory)).isEmpty());
    }

    @Test
    void what_looks_like_a_message_is_one() throws Exception {
        List<String> texts = new ArrayList<>();
        for (CodeBlock block : blocks()) {
            if (block.language().equals("json")) {
                texts.addAll(
                        block.lines().stream().allMatch(line -> line.startsWith("{"))
                                ? block.lines()
                                : List.of(block.text()));
            }
        }
        assertThat(texts).hasSizeGreaterThan(5);

        int messages = 0;
        for (String text : texts) {
            JsonValue json = JsonValue.parse(text);
            if (json.get("type").isPresent() && !text.contains("gateway_listening")) {
                messages++;
                assertThat(MessageCodec.standard().decodeProviderMessage(text))
                        .as(text)
                        .isInstanceOf(Decoded.Valid.class);
            }
        }
        assertThat(messages).isEqualTo(4);
    }

    @Test
    void a_monitor_is_told_the_port_and_the_file_that_there_are() {
        HomeDirectory home = new HomeDirectory(Path.of("/home/ada/.tapgateway"), Path.of("/home/ada/.copilot"));

        assertThat(blocks().stream().filter(block -> block.language().equals("yaml")))
                .singleElement()
                .satisfies(block -> assertThat(block.text())
                        .contains(
                                "authorization: {credentials_file: " + home.ownerToken() + "}",
                                "static_configs: [{targets: [\"127.0.0.1:9401\"]}]"));
    }

    @Test
    void the_conversation_that_tells_the_protocol_is_one() {
        String conversation = Page.of("docs/protocol/README.md").blocks().stream()
                .filter(block -> block.language().equals("transcript"))
                .map(CodeBlock::text)
                .collect(Collectors.joining("\n"));

        TranscriptRunner.play(Transcripts.parse("the protocol", conversation), new VirtualStage(ManualClock.create()));
    }

    @Test
    void types_are_called_what_they_are_called_in_the_code() throws IOException {
        Set<String> types = types();
        List<Page> pages = new ArrayList<>(Page.guides());
        pages.add(Page.of("docs/architecture.md"));
        pages.add(Page.of("docs/changing.md"));
        Set<String> named = new HashSet<>();
        for (Page page : pages) {
            Stream<String> diagrams = page.blocks().stream()
                    .filter(block -> block.language().equals("mermaid"))
                    .map(CodeBlock::text);
            Stream.concat(page.inlineCode().stream(), diagrams)
                    .flatMap(code -> Arrays.stream(code.split("[^A-Za-z]+")))
                    .filter(word -> COMPOUND_NAME.matcher(word).matches() && !FOREIGN.contains(word))
                    .forEach(named::add);
        }

        assertThat(named).hasSizeGreaterThan(50).isSubsetOf(types);
    }

    @Test
    void limits_and_artifacts_are_called_what_they_are_called_in_the_code() {
        Set<String> limits = Arrays.stream(Limit.values()).map(Limit::label).collect(Collectors.toSet());
        String operations = Page.of("docs/guides/operations.md").text();
        List<String> named = LIMIT.matcher(
                        operations.substring(operations.indexOf("## Limits"), operations.indexOf("## When")))
                .results()
                .flatMap(row -> Arrays.stream(row.group(1).replace("`", "").split(", ")))
                .toList();

        assertThat(named).hasSizeGreaterThan(5).allMatch(limits::contains);
        assertThat(ARTIFACT.matcher(Page.of("docs/guides/embedding.md").text())
                        .results()
                        .map(found -> found.group(1)))
                .isNotEmpty()
                .isSubsetOf(Modules.all().stream().map(Modules::artifact).toList());
    }

    private static String indented(CodeBlock block, int deep) {
        return block.lines().stream()
                .map(line -> line.isEmpty() ? line : " ".repeat(deep) + line)
                .collect(Collectors.joining("\n"));
    }

    private static Set<String> types() throws IOException {
        Set<String> types = new HashSet<>();
        for (Path file : Page.files(".java")) {
            TYPE.matcher(Files.readString(file)).results().forEach(found -> types.add(found.group(1)));
        }
        return types;
    }
}
