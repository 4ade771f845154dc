package io.tapgateway.runtime.core.prompt;

import io.tapgateway.protocol.model.Transform;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.PromptAssembly.Change;
import io.tapgateway.runtime.PromptAssembly.Notice;
import io.tapgateway.runtime.text.Envelope;
import io.tapgateway.runtime.text.ModelText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Puts the transforms of one section in their order: the host's text, or the one that replaces it; callbacks; prepended
 * texts, later ones further out; appended ones (D-183). In a protected section there is nothing but the host's text,
 * whole and last, and what is appended stands ahead of it in envelopes (D-182). Made for one section; not thread-safe.
 */
final class SectionComposer<P> {
    private final List<Contribution<P>> contributions;
    private final Consumer<Notice> notices;
    private final List<Change> changes = new ArrayList<>();

    private SectionComposer(List<Contribution<P>> contributions, Consumer<Notice> notices) {
        this.contributions = contributions;
        this.notices = notices;
    }

    /**
     * The plan of a section.
     *
     * @param contributions those of this section, in the order of binding
     * @param notices gets what has no effect
     */
    static <P> SectionPlan<P> plan(
            String name,
            String text,
            boolean isProtected,
            List<Contribution<P>> contributions,
            Consumer<Notice> notices) {
        SectionComposer<P> composer = new SectionComposer<>(contributions, notices);
        return isProtected ? composer.aheadOf(name, text) : composer.around(name, text);
    }

    private SectionPlan<P> aheadOf(String name, String text) {
        List<String> before = new ArrayList<>();
        for (Contribution<P> contribution : contributions) {
            Optional<String> content = contribution.transform().accept(Kinds.APPENDED);
            if (content.isPresent() && contribution.source().trust() != TrustLevel.EXTERNAL) {
                before.add(changing(Change.Way.APPENDED, contribution, framed(contribution, content.get())));
            } else {
                notices.accept(notice(
                        Notice.Kind.SECTION_PROTECTED,
                        contribution,
                        "is protected, and this transform of it is left out"));
            }
        }
        return new SectionPlan<>(name, text, List.of(), before, List.of(), changes);
    }

    private SectionPlan<P> around(String name, String text) {
        List<Contribution<P>> callbacks = new ArrayList<>();
        List<String> before = new ArrayList<>();
        List<String> after = new ArrayList<>();
        for (Contribution<P> contribution : contributions) {
            contribution
                    .transform()
                    .accept(Kinds.PREPENDED)
                    .map(ModelText::clean)
                    .ifPresent(it -> before.add(0, changing(Change.Way.PREPENDED, contribution, it)));
            contribution
                    .transform()
                    .accept(Kinds.APPENDED)
                    .map(it -> appended(contribution, it))
                    .ifPresent(it -> after.add(changing(Change.Way.APPENDED, contribution, it)));
            if (contribution.transform() instanceof Transform.Callback) {
                callbacks.add(contribution);
            }
        }
        return new SectionPlan<>(name, base(text), callbacks, before, after, changes);
    }

    /** Notes a change by a text beside the section; an empty text is no change. */
    private String changing(Change.Way way, Contribution<P> contribution, String text) {
        if (!text.isEmpty()) {
            changes.add(new Change(way, contribution.source()));
        }
        return text;
    }

    /** The host's text, or the one that takes its place. */
    private String base(String text) {
        List<Contribution<P>> replacing = contributions.stream()
                .filter(it -> it.transform().accept(Kinds.REPLACING).isPresent())
                // The sort is stable: among those of the same trust the earliest stays first.
                .sorted(Comparator.comparing(it -> it.source().trust()))
                .toList();
        if (replacing.isEmpty()) {
            return text;
        }
        Contribution<P> first = replacing.get(0);
        replacing.stream()
                .skip(1)
                .map(it -> notice(Notice.Kind.REPLACE_SHADOWED, it, "is replaced by '" + first.source() + "' already"))
                .forEach(notices);
        changes.add(new Change(Change.Way.REPLACED, first.source()));
        return first.transform().accept(Kinds.REPLACING).map(ModelText::clean).orElse(text);
    }

    private static String appended(Contribution<?> contribution, String text) {
        return contribution.source().trust() == TrustLevel.EXTERNAL
                ? framed(contribution, text)
                : ModelText.clean(text);
    }

    private static String framed(Contribution<?> contribution, String text) {
        String shown = ModelText.clean(text);
        return shown.isEmpty()
                ? ""
                : Envelope.addition(contribution.source(), contribution.section())
                        .wrap(shown);
    }

    /** A notice about one provider and one section; the text goes on after the name of the section. */
    static Notice notice(Notice.Kind kind, Contribution<?> about, String text) {
        String provider = about.source().toString();
        String section = about.section().value();
        return new Notice(kind, provider, Optional.of(section), provider + ": section '" + section + "' " + text);
    }

    /** The text of a transform of one kind. */
    private enum Kinds implements Transform.Visitor<Optional<String>> {
        APPENDED,
        PREPENDED,
        REPLACING;

        @Override
        public Optional<String> onAppend(Transform.Append append) {
            return this == APPENDED ? Optional.of(append.content()) : Optional.empty();
        }

        @Override
        public Optional<String> onPrepend(Transform.Prepend prepend) {
            return this == PREPENDED ? Optional.of(prepend.content()) : Optional.empty();
        }

        @Override
        public Optional<String> onReplace(Transform.Replace replace) {
            return this == REPLACING ? Optional.of(replace.content()) : Optional.empty();
        }

        @Override
        public Optional<String> onCallback(Transform.Callback callback) {
            return Optional.empty();
        }
    }
}
