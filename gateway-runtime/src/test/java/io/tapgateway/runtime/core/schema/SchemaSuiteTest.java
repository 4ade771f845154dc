package io.tapgateway.runtime.core.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.runtime.core.schema.SchemaSuite.Case;
import io.tapgateway.runtime.core.schema.SchemaSuite.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SchemaSuiteTest {
    private static final String PAGE = "docs/protocol/schema-suite.md";
    private static final String COMMAND =
            "mvn -o -q -pl :gateway-runtime -am test -Dtest=SchemaSuiteTest -Dsurefire.failIfNoSpecifiedTests=false"
                    + " -Dtapgateway.regenerate=true";
    private static final List<String> DRAFTS = List.of("2020-12", "2019-09", "7");

    private static final SchemaSuite SUITE = SchemaSuite.play();

    @Test
    void D123_L005_no_value_that_fits_is_refused_and_none_that_does_not_passes() {
        assertThat(SUITE.cases()).filteredOn(it -> it.result() == Result.WRONG).isEmpty();
    }

    @Test
    void D123_L005_only_references_and_dialects_from_elsewhere_cannot_be_judged() {
        assertThat(SUITE.cases())
                .filteredOn(Case::isMandatory)
                .filteredOn(it -> it.result() == Result.CANNOT_TELL)
                .allMatch(Case::remote);
    }

    @Test
    void the_page_of_the_suite_is_up_to_date() throws IOException {
        Path file = Path.of("..").resolve(PAGE);
        if (Boolean.getBoolean("tapgateway.regenerate")) {
            Files.writeString(file, page());
        }

        assertThat(Files.readString(file))
                .as("%s is out of date; run: %s", PAGE, COMMAND)
                .isEqualTo(page());
    }

    private static String page() {
        return """
                # Schemas: what the official suite says

                The gateway holds the arguments of calls against the [schemas of their tools](../rulings/i-tools.md#d-123-parameters).
                These are its answers to the JSON Schema Test Suite: how many cases of each file it passed, and of how many it cannot
                tell whether the value fits. It passes over what it cannot tell. No case is answered wrongly.

                This page is generated; `%s` writes it.

                ## Mandatory

                What cannot be told has references that lead out of the schema, or a dialect of its own in `$schema`.

                %s
                ## Optional

                Without the files about `format`, which the gateway does not check. What cannot be told has numbers of several hundred
                digits, or patterns that are none in ECMA-262 or that RE2 cannot express.

                %s""".formatted(COMMAND, table(Case::isMandatory), table(it -> !it.isMandatory()));
    }

    private static String table(Predicate<Case> concerned) {
        Map<String, List<Case>> groups = SUITE.cases().stream()
                .filter(concerned)
                .collect(Collectors.groupingBy(Case::group, TreeMap::new, Collectors.toList()));
        StringBuilder table = new StringBuilder("| file | 2020-12 | 2019-09 | 7 |\n|---|---|---|---|\n");
        groups.forEach((group, cases) -> table.append(row("`" + group + "`", cases)));
        table.append(
                row("**all**", groups.values().stream().flatMap(List::stream).toList()));
        return table.toString();
    }

    private static String row(String name, List<Case> cases) {
        Stream<String> cells = DRAFTS.stream()
                .map(draft -> cell(
                        cases.stream().filter(it -> it.draft().equals(draft)).toList()));
        return "| " + name + " | " + cells.collect(Collectors.joining(" | ")) + " |\n";
    }

    private static String cell(List<Case> cases) {
        long unknown = count(cases, Result.CANNOT_TELL);
        long wrong = count(cases, Result.WRONG);
        return count(cases, Result.PASSED)
                + (unknown == 0 ? "" : ", " + unknown + " cannot tell")
                + (wrong == 0 ? "" : ", " + wrong + " wrong");
    }

    private static long count(List<Case> cases, Result result) {
        return cases.stream().filter(it -> it.result() == result).count();
    }
}
