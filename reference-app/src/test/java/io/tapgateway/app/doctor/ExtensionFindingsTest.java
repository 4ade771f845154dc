package io.tapgateway.app.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.doctor.DoctorFinding.Verdict;
import io.tapgateway.protocol.json.JsonValue;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExtensionFindingsTest {
    private final ExtensionFindings findings = new ExtensionFindings(Path.of("/home/logs"));

    private List<DoctorFinding> of(String members) throws Exception {
        return findings.of(List.of(
                JsonValue.parse("{\"name\":\"guard\",\"scope\":\"global\",\"dir\":\"/ext/guard\"," + members + "}")));
    }

    @Test
    void Z114_of_one_that_runs_it_is_said_what_it_offers_and_wants_and_what_is_wrong_with_it() throws Exception {
        List<DoctorFinding> all = of(
                "\"state\":\"ready\",\"problem\":\"\",\"provider\":\"guard\",\"readyMs\":120,\"tools\":[\"a\",\"b\"],"
                        + "\"commands\":[{\"name\":\"x\",\"description\":\"\"}],\"events\":[\"turn_end\"],"
                        + "\"intercepts\":[\"tool_call\"],\"problems\":[\"its tool 'c' cannot be had\"]");

        assertThat(all)
                .containsExactly(
                        new DoctorFinding(
                                "guard",
                                Verdict.OK,
                                "global, /ext/guard: ready after 120 ms; tools a, b; commands /x; told of turn_end;"
                                        + " asked about tool_call",
                                ""),
                        new DoctorFinding(
                                "guard",
                                Verdict.WARN,
                                "its tool 'c' cannot be had",
                                "Its log: /home/logs/ext-guard.log"));
    }

    @Test
    void Z075_it_is_said_that_turns_and_texts_are_asked_about_only_where_a_model_is_the_agent() throws Exception {
        assertThat(of("\"state\":\"ready\",\"provider\":\"guard\",\"intercepts\":[\"assistant_message\"]")
                        .get(0)
                        .sentence())
                .endsWith("asked about assistant_message, of turns and texts only where a model plays the agent here");
    }

    @ParameterizedTest
    @CsvSource({
        "nothing-to-start, OK, ''",
        "disabled, WARN, ext enable guard",
        "shadowed, WARN, Rename or remove",
        "unapproved, WARN, ext approve guard",
        "refused, FAIL, Nothing of it is started",
        "failed, FAIL, Correct its extension.json"
    })
    void Z114_of_one_that_is_not_started_it_is_said_why_and_what_to_do(String state, Verdict verdict, String advice)
            throws Exception {
        DoctorFinding finding =
                of("\"state\":\"" + state + "\",\"problem\":\"because\"").get(0);

        assertThat(finding.verdict()).isEqualTo(verdict);
        assertThat(finding.sentence()).isEqualTo("global, /ext/guard: " + state + ", because");
        assertThat(finding.advice()).contains(advice);
    }

    @ParameterizedTest
    @CsvSource({
        "starting, WARN, Look again",
        "waiting, WARN, Look again",
        "ended, WARN, ext reload",
        "failed, FAIL, ext-guard.log",
        "given-up, FAIL, ext-guard.log"
    })
    void Z114_of_one_whose_program_does_not_run_it_is_said_where_its_log_is(
            String state, Verdict verdict, String advice) throws Exception {
        DoctorFinding finding = of("\"state\":\"" + state + "\",\"provider\":\"guard\",\"exitCode\":3")
                .get(0);

        assertThat(finding.verdict()).isEqualTo(verdict);
        assertThat(finding.sentence()).endsWith(state + ", exit code 3 at last");
        assertThat(finding.advice()).contains(advice);
    }
}
