package io.tapgateway.app.complete;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.terminal.Choice;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

// The fields are there for their annotations.
@SuppressWarnings("UnusedVariable")
class CompletionsTest {
    private final Completions completions = new Completions(new CommandLine(new Table()).getCommandSpec(), new Lists());

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "|                          | call, use, hush, sub",
                "| c                        | call",
                "call |                     | build, greet",
                "call | gr                  | greet",
                "call | -                   | --session, --mode, --json",
                "call --json | --           | --session, --mode",
                "call --session |           | main, other",
                "call --session o |         | ",
                "call --session other |     | hide",
                "call --session=other |     | hide",
                "call --mode |              | FAST, SLOW",
                "call --mode | F            | FAST",
                "use | m                    | main",
                "use main |                 | ",
                "nothing |                  | ",
                "sub |                      | add, list",
                "sub | l                    | list",
                "sub add | -                | --force",
                "sub nothing |              | ",
                "call greet |               | name=, loud=, tone=",
                "call greet name=Ada |      | loud=, tone=",
                "call --json greet | n      | name=",
                "call greet | loud=         | loud=true, loud=false",
                "call greet | tone=w        | tone=warm",
                "call greet | name=         | ",
                "call nobody |              | ",
                "call greet | {             | {\"name\":; {\"loud\":; {\"tone\":",
                "call greet | {\"n          | {\"name\":",
                "call greet | {\"name\": \"a, b\", \"l | {\"name\": \"a, b\", \"loud\":",
                "call greet | {\"name\":    | ",
                "call greet | {\"name\":\"l | ",
                "call greet | {\"x\":{\"a\":1,\"n | ",
                "call greet | {\"x\":[1,{\"n\":2}],\"n | {\"x\":[1,{\"n\":2}],\"name\":",
            })
    void what_may_come_next(String before, String begun, String expected) {
        List<String> words = before == null ? List.of() : List.of(before.split(" "));
        String word = begun == null ? "" : begun;

        List<Choice> choices = completions.next("main", words, word);

        String separator = word.startsWith("{") ? "; " : ", ";
        assertThat(choices)
                .extracting(Choice::word)
                .containsExactlyElementsOf(
                        expected == null
                                ? List.of()
                                : Arrays.asList(
                                        word.startsWith("{") && !expected.contains(separator)
                                                ? new String[] {expected}
                                                : expected.split(separator)));
    }

    @Command(
            name = "sub",
            subcommands = {Add.class, Listing.class})
    private static final class Sub {}

    @Command(name = "add", description = "Adds.")
    private static final class Add {
        @Option(names = "--force")
        private boolean force;
    }

    @Command(name = "list", description = "Lists.")
    private static final class Listing {}

    @Command(subcommands = {Call.class, Use.class, Hush.class, Sub.class, Hidden.class})
    private static final class Table {}

    private enum Mode {
        FAST,
        SLOW
    }

    @Command(name = "call", description = "Calls.")
    private static final class Call {
        @Parameters(index = "0", paramLabel = "TOOL")
        private String tool;

        @Parameters(index = "1..*", paramLabel = "ARGS")
        private List<String> arguments;

        @Option(names = "--session", paramLabel = "ID")
        private String session;

        @Option(names = "--mode")
        private Mode mode;

        @Option(names = "--json")
        private boolean json;

        @Option(names = "--home", paramLabel = "DIR")
        private String home;

        @Option(names = "--secret", hidden = true)
        private boolean secret;
    }

    @Command(name = "use")
    private static final class Use {
        @Parameters(paramLabel = "SESSION")
        private String session;
    }

    @Command(name = "hush")
    private static final class Hush {}

    @Command(name = "hidden", hidden = true)
    private static final class Hidden {}

    private static final class Lists implements Known {
        @Override
        public List<JsonValue> sessions() {
            return json("[{'id':'main','label':'PR'},{'id':'other','label':''}]");
        }

        @Override
        public List<JsonValue> tools(String session) {
            return switch (session) {
                case "main" ->
                    json("[{'name':'build','description':'Builds'},{'name':'greet','description':'Greets','parameters':"
                            + "{'required':['name'],'properties':{'name':{'type':'string'},'loud':{'type':'boolean'},"
                            + "'tone':{'enum':['warm','cold']}}}}]");
                case "other" -> json("[{'name':'hide'}]");
                default -> List.of();
            };
        }

        @Override
        public List<JsonValue> streams(String session) {
            return List.of();
        }

        private static List<JsonValue> json(String text) {
            try {
                return JsonValue.parse(text.replace('\'', '"')).elements();
            } catch (MalformedJson e) {
                throw new AssertionError(e);
            }
        }
    }
}
