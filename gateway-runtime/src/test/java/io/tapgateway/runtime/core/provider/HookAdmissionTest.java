package io.tapgateway.runtime.core.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.HookRule;
import io.tapgateway.protocol.model.Hooks;
import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.protocol.model.Transform;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.core.hook.RuleDesk;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.kernel.LoneKernel;
import io.tapgateway.runtime.core.session.HostFeed;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class HookAdmissionTest {
    private static final Kernel KERNEL = LoneKernel.with(Limits.standard());
    private static final HookRule DENY = new HookRule.Deny(Match.ANY, Optional.empty());
    private final HookAdmission admission =
            new HookAdmission(new Sizes(Limits.standard()), new RuleDesk(KERNEL, new HostFeed(KERNEL)));

    private static Hooks transform(String section, Transform transform) {
        return new Hooks(Optional.empty(), Map.of(section, Optional.of(transform)));
    }

    private static Hooks rules(int count) {
        return new Hooks(Optional.of(Collections.nCopies(count, DENY)), Map.of());
    }

    /** Who may do what: the section, then one letter per trust level, in the order of their declaration. */
    static Stream<Arguments> rights() {
        Transform append = new Transform.Append("x");
        Transform prepend = new Transform.Prepend("x");
        Transform replace = new Transform.Replace("x");
        Transform callback = new Transform.Callback();
        return Stream.of(
                Arguments.of("custom", append, "yyny"),
                Arguments.of("custom", prepend, "yynn"),
                Arguments.of("custom", callback, "yynn"),
                Arguments.of("custom", replace, "ynnn"),
                Arguments.of("safety", append, "yynn"),
                Arguments.of("safety", prepend, "nnnn"),
                Arguments.of("safety", callback, "nnnn"),
                Arguments.of("safety", replace, "nnnn"),
                Arguments.of("identity", append, "yynn"),
                Arguments.of("identity", replace, "nnnn"));
    }

    @ParameterizedTest
    @MethodSource("rights")
    void D180_D181_D182_the_matrix_of_transforms_has_these_cells(String section, Transform transform, String allowed) {
        for (TrustLevel trust : TrustLevel.values()) {
            boolean refused = isRefused(trust, transform(section, transform));

            assertThat(refused)
                    .as("%s %s of %s", trust, transform, section)
                    .isEqualTo(allowed.charAt(List.of(TrustLevel.values()).indexOf(trust)) == 'n');
        }
    }

    @Test
    void D159_rules_are_for_internal_and_spawned_providers() {
        assertThat(Stream.of(TrustLevel.values()).filter(trust -> !isRefused(trust, rules(1))))
                .containsExactly(TrustLevel.INTERNAL, TrustLevel.PROJECT);
        assertThat(isRefused(TrustLevel.EXTERNAL, rules(0))).isTrue();
    }

    @Test
    void to_remove_a_transform_takes_the_right_to_have_one() {
        Hooks removal = new Hooks(Optional.empty(), Map.of("custom", Optional.empty()));

        assertThat(isRefused(TrustLevel.DISCOVERY, removal)).isTrue();
        assertThat(isRefused(TrustLevel.EXTERNAL, removal)).isFalse();
    }

    private static boolean isRefused(TrustLevel trust, Hooks hooks) {
        InvalidMessage fault =
                catchThrowableOfType(InvalidMessage.class, () -> HookAdmission.requireRights(trust, hooks, "/hooks"));
        if (fault != null) {
            assertThat(fault.code()).isEqualTo(ErrorCode.UNAUTHORIZED);
        }
        return fault != null;
    }

    @Test
    void D178_fifty_rules_are_allowed_and_one_more_is_too_large() {
        assertThatCode(() -> admission.checked(rules(50), TrustLevel.PROJECT, ""))
                .doesNotThrowAnyException();
        assertThat(fault(rules(51)).code()).isEqualTo(ErrorCode.PAYLOAD_TOO_LARGE);
        assertThat(fault(rules(51)).pointer()).isEqualTo("/onPreToolUse");
    }

    @Test
    void D185_twenty_sections_are_allowed_and_one_more_is_too_large() {
        assertThatCode(() -> admission.requireSections(sections(20), "")).doesNotThrowAnyException();
        InvalidMessage fault =
                catchThrowableOfType(InvalidMessage.class, () -> admission.requireSections(sections(21), ""));
        assertThat(fault.code()).isEqualTo(ErrorCode.PAYLOAD_TOO_LARGE);
    }

    private static Hooks sections(int count) {
        Map<String, Optional<Transform>> sections = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            sections.put("s" + i, Optional.of(new Transform.Callback()));
        }
        return new Hooks(Optional.empty(), sections);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Safety ", "SAFETY", "\u3000safety", "ｓａｆｅｔｙ"})
    void D182_a_protected_section_is_protected_however_it_is_spelled(String spelled) {
        Hooks checked = admission.checked(transform(spelled, new Transform.Callback()), TrustLevel.INTERNAL, "/hooks");

        assertThat(checked.transforms()).containsOnlyKeys("safety");
        assertThat(isRefused(TrustLevel.INTERNAL, checked)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "ѕafety", "a/b", "sa\u200dfety"})
    void D185_what_is_no_section_name_is_refused(String name) {
        InvalidMessage fault = fault(transform(name, new Transform.Callback()));

        assertThat(fault.code()).isEqualTo(ErrorCode.INVALID_JSON);
        assertThat(fault.pointer()).isEqualTo("/transforms");
    }

    @Test
    void D185_a_section_name_may_have_64_characters() {
        assertThatCode(() ->
                        admission.checked(transform("a".repeat(64), new Transform.Callback()), TrustLevel.PROJECT, ""))
                .doesNotThrowAnyException();
        assertThat(fault(transform("a".repeat(65), new Transform.Callback())).code())
                .isEqualTo(ErrorCode.INVALID_JSON);
        assertThat(fault(transform("a".repeat(100_000), new Transform.Callback()))
                        .code())
                .isEqualTo(ErrorCode.INVALID_JSON);
    }

    @Test
    void one_section_under_two_spellings_is_refused() {
        Hooks twice = new Hooks(
                Optional.empty(),
                Map.of("notes", Optional.of(new Transform.Callback()), "Notes", Optional.of(new Transform.Callback())));

        assertThat(fault(twice).getMessage()).isEqualTo("/transforms: names the section 'notes' twice");
    }

    @Test
    void D180_an_external_append_may_have_2_KiB() {
        Hooks allowed = transform("notes", new Transform.Append("x".repeat(2_048)));
        Hooks larger = transform("notes", new Transform.Append("x".repeat(2_049)));

        assertThatCode(() -> admission.checked(allowed, TrustLevel.EXTERNAL, ""))
                .doesNotThrowAnyException();
        InvalidMessage fault =
                catchThrowableOfType(InvalidMessage.class, () -> admission.checked(larger, TrustLevel.EXTERNAL, ""));
        assertThat(fault.code()).isEqualTo(ErrorCode.PAYLOAD_TOO_LARGE);
        assertThatCode(() -> admission.checked(larger, TrustLevel.PROJECT, "")).doesNotThrowAnyException();
    }

    @Test
    void D184_a_static_text_may_be_as_long_as_an_answer() {
        Hooks allowed = transform("notes", new Transform.Append("x".repeat(256 << 10)));

        assertThatCode(() -> admission.checked(allowed, TrustLevel.PROJECT, "")).doesNotThrowAnyException();
        assertThat(fault(transform("notes", new Transform.Prepend("x".repeat((256 << 10) + 1))))
                        .code())
                .isEqualTo(ErrorCode.PAYLOAD_TOO_LARGE);
    }

    private InvalidMessage fault(Hooks hooks) {
        return catchThrowableOfType(InvalidMessage.class, () -> admission.checked(hooks, TrustLevel.PROJECT, ""));
    }

    @Test
    void D105_an_update_replaces_rules_and_merges_transforms_by_section() {
        Transform old = new Transform.Append("old");
        Transform next = new Transform.Append("new");
        Hooks before = new Hooks(Optional.of(List.of(DENY)), Map.of("a", Optional.of(old), "b", Optional.of(old)));

        Hooks merged = before.after(new Hooks(Optional.empty(), Map.of("a", Optional.empty(), "c", Optional.of(next))));
        Hooks cleared = before.after(new Hooks(Optional.of(List.of()), Map.of()));

        assertThat(merged.onPreToolUse()).contains(List.of(DENY));
        assertThat(merged.transforms()).isEqualTo(Map.of("b", Optional.of(old), "c", Optional.of(next)));
        assertThat(cleared.onPreToolUse()).contains(List.of());
        assertThat(cleared.transforms()).isEqualTo(before.transforms());
    }
}
