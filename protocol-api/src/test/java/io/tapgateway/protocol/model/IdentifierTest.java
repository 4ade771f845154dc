package io.tapgateway.protocol.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdentifierTest {
    private static final String ALPHABET = "aZ09_-.:@ /éѕ\n\u0000";

    private static final Map<String, Function<String, Object>> SYNTAX = Map.of(
            "[A-Za-z0-9][A-Za-z0-9_-]{0,47}", ProviderName::new,
            "[A-Za-z0-9._-]{1,64}", InstanceName::new,
            "[A-Za-z0-9._:-]{1,64}", GateId::new,
            "[A-Za-z0-9_-]{1,64}", ToolName::new,
            "[A-Za-z0-9._-]{1,64}(@[A-Za-z0-9][A-Za-z0-9_-]{0,47})?", StreamAddress::parse,
            "(?s).{1,128}", RequestId::new);

    @Test
    void D037_D118_identifiers_accept_exactly_what_their_pattern_says() {
        Random random = new Random(1);
        SYNTAX.forEach((pattern, constructor) -> {
            for (int i = 0; i < 3_000; i++) {
                String text = text(random);

                Throwable fault = catchThrowable(() -> constructor.apply(text));

                assertThat(fault == null).as("%s against %s", text, pattern).isEqualTo(Pattern.matches(pattern, text));
            }
        });
    }

    @Test
    void D037_names_and_D118_tools_are_compared_without_regard_to_case() {
        assertThat(new ProviderName("CI-Watcher").folded()).isEqualTo("ci-watcher");
        assertThat(new ToolName("Get_It").folded()).isEqualTo("get_it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"all", "tap", "Gateway", "SYSTEM", "internal", "host", "list"})
    void D072_some_provider_names_are_reserved(String name) {
        assertThat(new ProviderName(name).isReserved()).isTrue();
        assertThat(new ProviderName(name + "x").isReserved()).isFalse();
    }

    @Test
    void D122_only_the_exact_shape_of_generated_tools_is_reserved() {
        assertThat(new ToolName("list_browser_instances").isReserved()).isTrue();
        assertThat(new ToolName("LIST_x_Instances").isReserved()).isTrue();
        assertThat(new ToolName("list__instances").isReserved()).isFalse();
        assertThat(new ToolName("list_instances").isReserved()).isFalse();
        assertThat(new ToolName("list_browser").isReserved()).isFalse();
    }

    @Test
    void D066_sessions_can_be_asked_for_by_any_text_but_not_opened_under_it() {
        assertThat(new SessionId("a b").value()).isEqualTo("a b");
        assertThat(new SessionId("a.b:c-d_e").requireOpenable()).isEqualTo(new SessionId("a.b:c-d_e"));
        assertThatThrownBy(() -> new SessionId("a b").requireOpenable()).isInstanceOf(InvalidMessage.class);
        assertThatThrownBy(SessionId.ALL::requireOpenable).isInstanceOf(InvalidMessage.class);
        assertThatThrownBy(() -> new SessionId("")).isInstanceOf(InvalidMessage.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"safety", "Safety ", "\tSAFETY", "\uff53afety", "\u017fafety", "\u00a0safety\u2003"})
    void D182_whatever_is_written_like_a_protected_section_is_that_section(String written) {
        String meant = SectionName.fold(written);

        assertThat(SectionName.PROTECTED).extracting(SectionName::value).contains(meant);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "\u0455afety", "safety\u200b", "a/b", "\u00df\u00e4"})
    void D185_a_section_is_named_by_letters_digits_and_few_signs(String written) {
        assertThatThrownBy(() -> SectionName.of(written)).isInstanceOf(InvalidMessage.class);
    }

    @Test
    void D185_a_section_name_has_at_most_64_characters() {
        assertThat(SectionName.of("X".repeat(64)).value()).isEqualTo("x".repeat(64));
        assertThatThrownBy(() -> SectionName.of("x".repeat(65))).isInstanceOf(InvalidMessage.class);
        assertThatThrownBy(() -> new SectionName("Safety")).isInstanceOf(InvalidMessage.class);
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        int letters = random.nextInt(6) == 0 ? ALPHABET.length() : 4 + random.nextInt(6);
        int length = random.nextInt(4) == 0 ? 40 + random.nextInt(100) : random.nextInt(8);
        for (int i = 0; i < length; i++) {
            text.append(ALPHABET.charAt(random.nextInt(letters)));
        }
        return text.toString();
    }
}
