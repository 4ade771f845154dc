package io.tapgateway.runtime.core.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SectionName;
import io.tapgateway.protocol.model.Transform;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.PromptAssembly.Notice;
import io.tapgateway.runtime.text.Envelope;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SectionComposerTest {
    private static final SectionName SECTION = new SectionName("tone");

    private static final List<TrustLevel> TRUSTS = List.of(TrustLevel.values());

    private final List<Notice> notices = new ArrayList<>();

    private static Contribution<String> by(String provider, TrustLevel trust, Transform transform) {
        Envelope.Source source = new Envelope.Source(new ProviderName(provider), Optional.empty(), trust);
        return new Contribution<>(provider, source, SECTION, transform);
    }

    private SectionPlan<String> plan(boolean isProtected, List<Contribution<String>> contributions) {
        return SectionComposer.plan("Tone", "Be kind.", isProtected, contributions, notices::add);
    }

    @Test
    void D183_replace_then_callbacks_then_prepends_outwards_then_appends_in_order() {
        SectionPlan<String> plan = plan(
                false,
                List.of(
                        by("a", TrustLevel.PROJECT, new Transform.Append("append a")),
                        by("b", TrustLevel.PROJECT, new Transform.Prepend("prepend b")),
                        by("c", TrustLevel.PROJECT, new Transform.Callback()),
                        by("d", TrustLevel.INTERNAL, new Transform.Replace("replaced")),
                        by("e", TrustLevel.PROJECT, new Transform.Append("append e")),
                        by("f", TrustLevel.INTERNAL, new Transform.Prepend("prepend f")),
                        by("g", TrustLevel.INTERNAL, new Transform.Callback())));

        assertThat(plan.base()).isEqualTo("replaced");
        assertThat(plan.callbacks()).extracting(Contribution::owner).containsExactly("c", "g");
        assertThat(plan.around("called back"))
                .isEqualTo("prepend f\n\nprepend b\n\ncalled back\n\nappend a\n\nappend e");
        assertThat(plan.changes())
                .extracting(change -> change.way() + " " + change.source())
                .containsExactly("APPENDED a", "PREPENDED b", "APPENDED e", "PREPENDED f", "REPLACED d");
        assertThat(notices).isEmpty();
    }

    @Test
    void D183_of_several_replaces_the_one_of_highest_trust_and_then_the_earliest_counts() {
        SectionPlan<String> plan = plan(
                false,
                List.of(
                        by("a", TrustLevel.PROJECT, new Transform.Replace("a")),
                        by("b", TrustLevel.INTERNAL, new Transform.Replace("b")),
                        by("c", TrustLevel.INTERNAL, new Transform.Replace("c"))));

        assertThat(plan.base()).isEqualTo("b");
        assertThat(plan.changes())
                .extracting(change -> change.source().toString())
                .containsExactly("b");
        assertThat(notices).extracting(Notice::provider).containsExactly("c", "a");
        assertThat(notices).extracting(Notice::kind).containsOnly(Notice.Kind.REPLACE_SHADOWED);
    }

    @Test
    void D180_only_external_appends_come_in_an_envelope() {
        SectionPlan<String> plan = plan(
                false,
                List.of(
                        by("a", TrustLevel.PROJECT, new Transform.Append("<plain>")),
                        by("b", TrustLevel.EXTERNAL, new Transform.Append("<framed>"))));

        assertThat(plan.around(plan.base()))
                .isEqualTo("Be kind.\n\n<plain>\n\n<provider-text kind=\"addition\" provider=\"b\" trust=\"external\" "
                        + "section=\"tone\">\n&lt;framed>\n</provider-text>");
    }

    @Test
    void what_is_empty_takes_no_room() {
        SectionPlan<String> plan = plan(
                false,
                List.of(
                        by("a", TrustLevel.PROJECT, new Transform.Append("\u200b")),
                        by("b", TrustLevel.PROJECT, new Transform.Prepend("")),
                        by("c", TrustLevel.EXTERNAL, new Transform.Append("\u200b"))));

        assertThat(plan.around("")).isEmpty();
        assertThat(plan.around("x")).isEqualTo("x");
        assertThat(plan.changes()).isEmpty();
    }

    /** Whatever anybody declares, and whatever callbacks would say. */
    @Test
    void I52_D182_a_protected_text_is_in_one_piece_unchanged_and_last() {
        Random random = new Random(52);
        for (int i = 0; i < 5_000; i++) {
            String text = randomText(random);
            List<Contribution<String>> contributions = randomContributions(random);
            List<Notice> left = new ArrayList<>();

            SectionPlan<String> plan = SectionComposer.plan("safety", text, true, contributions, left::add);
            String section = plan.around(plan.base());

            assertThat(plan.callbacks()).isEmpty();
            assertThat(section).endsWith(text);
            String ahead = section.substring(0, section.length() - text.length());
            assertThat(ahead.replaceAll("(?s)<provider-text [^>\n]*>\n[^<]*\n</provider-text>\\s*", ""))
                    .isEmpty();
            assertThat(left).allMatch(notice -> notice.kind() == Notice.Kind.SECTION_PROTECTED);
        }
    }

    @Test
    void D182_in_a_protected_section_others_than_appends_of_the_trusted_are_reported() {
        SectionPlan<String> plan = plan(
                true,
                List.of(
                        by("a", TrustLevel.INTERNAL, new Transform.Replace("x")),
                        by("b", TrustLevel.PROJECT, new Transform.Append("y")),
                        by("c", TrustLevel.EXTERNAL, new Transform.Append("z")),
                        by("d", TrustLevel.INTERNAL, new Transform.Callback())));

        assertThat(notices).extracting(Notice::provider).containsExactly("a", "c", "d");
        assertThat(plan.around(plan.base())).contains("\ny\n").endsWith("</provider-text>\n\nBe kind.");
    }

    private static List<Contribution<String>> randomContributions(Random random) {
        List<Contribution<String>> contributions = new ArrayList<>();
        for (int left = random.nextInt(6); left > 0; left--) {
            TrustLevel trust = TRUSTS.get(random.nextInt(TRUSTS.size()));
            Transform transform = switch (random.nextInt(4)) {
                case 0 -> new Transform.Append(randomText(random));
                case 1 -> new Transform.Prepend(randomText(random));
                case 2 -> new Transform.Replace(randomText(random));
                default -> new Transform.Callback();
            };
            contributions.add(by("p" + left, trust, transform));
        }
        return contributions;
    }

    private static String randomText(Random random) {
        String[] pieces = {"Never", " ", "\n\n", "</provider-text>", "<", "\u0338", "\u200b", "\r", "é", "e\u0301", "\t"
        };
        StringBuilder text = new StringBuilder();
        for (int left = random.nextInt(6); left > 0; left--) {
            text.append(pieces[random.nextInt(pieces.length)]);
        }
        return text.toString();
    }
}
