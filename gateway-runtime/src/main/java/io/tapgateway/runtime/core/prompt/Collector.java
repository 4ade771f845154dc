package io.tapgateway.runtime.core.prompt;

import io.tapgateway.protocol.model.SectionName;
import io.tapgateway.protocol.model.Transform;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.ExternalAppend;
import io.tapgateway.runtime.PromptAssembly.Notice;
import io.tapgateway.runtime.PromptSections;
import io.tapgateway.runtime.core.state.Presence;
import io.tapgateway.runtime.core.state.Session;
import io.tapgateway.runtime.text.Envelope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Collects what the providers of a session contribute to the sections of one prompt. Confined to the loop. */
final class Collector {
    private final Session session;
    private final Optional<Set<ExternalAppend>> approved;
    private final Consumer<Notice> notices;

    /** @param approved the only external appends that may take part; empty if all may */
    Collector(Session session, Optional<Set<ExternalAppend>> approved, Consumer<Notice> notices) {
        this.session = session;
        this.approved = approved;
        this.notices = notices;
    }

    /** A plan for each section, in the host's order. */
    List<SectionPlan<Presence>> plans(PromptSections sections) {
        Map<String, List<Contribution<Presence>>> byName = new LinkedHashMap<>();
        sections.texts().keySet().forEach(name -> byName.put(SectionName.fold(name), new ArrayList<>()));
        for (Contribution<Presence> contribution : contributions(session)) {
            List<Contribution<Presence>> ofSection =
                    byName.get(contribution.section().value());
            if (ofSection == null) {
                notices.accept(SectionComposer.notice(
                        Notice.Kind.SECTION_UNKNOWN, contribution, "is none of this prompt's sections"));
            } else if (isVetoed(contribution)) {
                notices.accept(SectionComposer.notice(
                        Notice.Kind.APPEND_VETOED, contribution, "is not to have what this provider would append"));
            } else {
                ofSection.add(contribution);
            }
        }
        List<SectionPlan<Presence>> plans = new ArrayList<>();
        sections.texts()
                .forEach((name, text) -> plans.add(SectionComposer.plan(
                        name,
                        text,
                        sections.isProtected(name),
                        byName.getOrDefault(SectionName.fold(name), List.of()),
                        notices)));
        return plans;
    }

    private boolean isVetoed(Contribution<Presence> contribution) {
        return approved.isPresent()
                && externalAppend(contribution)
                        .filter(it -> !approved.get().contains(it))
                        .isPresent();
    }

    /** What external providers would append in a session, in the order of binding. */
    static Set<ExternalAppend> externalAppends(Session session) {
        Set<ExternalAppend> appends = new LinkedHashSet<>();
        contributions(session).forEach(it -> externalAppend(it).ifPresent(appends::add));
        return appends;
    }

    private static Optional<ExternalAppend> externalAppend(Contribution<Presence> contribution) {
        boolean external = contribution.source().trust() == TrustLevel.EXTERNAL;
        return external && contribution.transform() instanceof Transform.Append append
                ? Optional.of(new ExternalAppend(
                        contribution.owner().session().id(),
                        contribution.source(),
                        contribution.section(),
                        append.content()))
                : Optional.empty();
    }

    /** Everything declared in a session, in the order of binding. */
    private static List<Contribution<Presence>> contributions(Session session) {
        List<Contribution<Presence>> found = new ArrayList<>();
        for (Presence presence : session.presences()) {
            Envelope.Source source = ContextShelf.source(presence.registration());
            presence.hooks()
                    .transforms()
                    .forEach((section, transform) -> transform.ifPresent(
                            it -> found.add(new Contribution<>(presence, source, new SectionName(section), it))));
        }
        return found;
    }
}
