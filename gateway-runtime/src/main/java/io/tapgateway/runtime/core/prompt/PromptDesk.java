package io.tapgateway.runtime.core.prompt;

import io.tapgateway.protocol.codec.MessageSize;
import io.tapgateway.protocol.message.TransformRequest;
import io.tapgateway.protocol.message.TransformResult;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.Capability;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Transform;
import io.tapgateway.runtime.ExternalAppend;
import io.tapgateway.runtime.PromptAssembly;
import io.tapgateway.runtime.PromptAssembly.Notice;
import io.tapgateway.runtime.PromptSections;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.core.connection.Complaints;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.kernel.Receipt;
import io.tapgateway.runtime.core.kernel.Timers;
import io.tapgateway.runtime.core.kernel.Utf8;
import io.tapgateway.runtime.core.session.HostFeed;
import io.tapgateway.runtime.core.state.Connection;
import io.tapgateway.runtime.core.state.Presence;
import io.tapgateway.runtime.core.state.Registration;
import io.tapgateway.runtime.core.state.Session;
import io.tapgateway.runtime.text.ModelText;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Every prompt, from the host's sections to what the agent gets (D-180 – D-188).
 *
 * <p>The transforms declared when the prompt comes in count, except for callbacks whose provider has left or removed
 * them meanwhile. Sections are asked for side by side, the callbacks of one section one after the other. Whatever goes
 * wrong with a callback leaves the section as it was, and no prompt waits for longer than four seconds (I-53). Confined
 * to the loop.
 */
public final class PromptDesk {
    private final Kernel kernel;
    private final Complaints complaints;
    private final HostFeed feed;
    private final Map<CallId, TransformQuestion> open = new HashMap<>();
    private final Set<Assembly> assemblies = new LinkedHashSet<>();

    public PromptDesk(Kernel kernel, Complaints complaints, HostFeed feed) {
        this.kernel = kernel;
        this.complaints = complaints;
        this.feed = feed;
    }

    /**
     * The host asks for a prompt.
     *
     * @param approved the only external appends that may take part; empty if all may (D-180)
     */
    public void assemble(
            Session session,
            PromptSections sections,
            Optional<Set<ExternalAppend>> approved,
            Receipt<PromptAssembly> receipt) {
        session.touch();
        Assembly assembly = new Assembly(session, receipt);
        assemblies.add(assembly);
        new Collector(session, approved, assembly::note).plans(sections).forEach(assembly::add);
        int room = kernel.limit(Limit.PROMPT_CONTEXT);
        assembly.setContexts(
                ContextShelf.ambient(session, room, assembly::note),
                ContextShelf.startup(session, room, assembly::note));
        if (assembly.runs().isEmpty()) {
            complete(assembly);
            return;
        }
        assembly.setDeadline(kernel.after(Limit.PROMPT_TRANSFORM_TIMEOUT, () -> cutShort(assembly)));
        List.copyOf(assembly.runs()).forEach(this::advance);
    }

    /** What external providers would add to the prompts of a session, for its host to judge. */
    public static Set<ExternalAppend> externalAppends(Session session) {
        return Collector.externalAppends(session);
    }

    /** Goes on with a section until somebody has to be waited for. */
    private void advance(SectionRun run) {
        while (run.hasNext()) {
            if (ask(run, run.next())) {
                return;
            }
        }
        if (run.assembly().finishedOne()) {
            complete(run.assembly());
        }
    }

    /** Asks a callback, unless there is a reason not to. */
    private boolean ask(SectionRun run, Contribution<Presence> contribution) {
        Presence presence = contribution.owner();
        if (!isInForce(contribution)) {
            return false;
        }
        Registration registration = presence.registration();
        Session session = presence.session();
        if (session.prompts().isPaused(registration.providerId(), contribution.section(), kernel.now())) {
            note(run, contribution, Notice.Kind.CALLBACK_SKIPPED, "the callback has failed too often to be asked now");
            return false;
        }
        CallId id = new CallId("tx-" + kernel.entropy().id());
        TransformRequest request =
                new TransformRequest(id, session.id(), contribution.section().value(), run.current());
        if (!MessageSize.fits(request, kernel.limit(Limit.MESSAGE))) {
            note(run, contribution, Notice.Kind.CALLBACK_SKIPPED, "it is too long to be sent to the callback");
            return false;
        }
        Connection connection = registration.connection();
        Timers.Timer timer = kernel.after(Limit.TRANSFORM_TIMEOUT, () -> timeOut(id));
        TransformQuestion question = new TransformQuestion(id, run, contribution, connection, kernel.now(), timer);
        open.put(id, question);
        run.setQuestion(question);
        kernel.effects().send(connection.id(), request);
        return true;
    }

    /** Whether a callback is still declared, and its provider still bound there and allowed to have callbacks. */
    private static boolean isInForce(Contribution<Presence> contribution) {
        Presence presence = contribution.owner();
        Registration registration = presence.registration();
        Session session = presence.session();
        boolean present =
                registration.isCurrent() && registration.presencesBySession().get(session.id()) == presence;
        boolean declared = presence.hooks()
                .transforms()
                .getOrDefault(contribution.section().value(), Optional.empty())
                .filter(Transform.Callback.class::isInstance)
                .isPresent();
        return present
                && declared
                && !session.isEnding()
                && registration.principal().trust().may(Capability.CALLBACK_TRANSFORMS);
    }

    /** A provider answers. */
    public void result(Connection connection, TransformResult result) {
        TransformQuestion question = open.get(result.callId());
        if (question == null || question.connection() != connection) {
            if (!connection.remembers(result.callId())) {
                String text = "/callId: no transform request of this id was sent to this provider";
                complaints.refuse(connection, result, ErrorCode.INVALID_JSON, text);
            }
            return;
        }
        close(question);
        int most = kernel.limit(Limit.TRANSFORM_RESULT);
        Optional<String> content = result.content();
        if (content.isEmpty()) {
            failed(question, "the callback answered with no text");
        } else if (!Utf8.fits(content.get(), most)) {
            failed(question, "the callback answered with more than " + most + " bytes");
        } else {
            Contribution<Presence> contribution = question.contribution();
            Registration registration = contribution.owner().registration();
            question.run().rewrite(contribution, ModelText.clean(content.get()));
            contribution.owner().session().prompts().succeeded(registration.providerId(), contribution.section());
        }
        advance(question.run());
    }

    private void timeOut(CallId id) {
        TransformQuestion question = open.get(id);
        if (question != null) {
            close(question);
            tooLate(question);
            advance(question.run());
        }
    }

    private void tooLate(TransformQuestion question) {
        long waited = kernel.now() - question.since();
        if (waited >= kernel.limits().nanos(Limit.TRANSFORM_TIMEOUT)) {
            failed(question, "the callback gave no answer within " + kernel.limit(Limit.TRANSFORM_TIMEOUT) + " ms");
        } else {
            // The callback had less than its full time, so this does not count as a failure.
            String text = "there was no time left to wait for the callback";
            note(question.run(), question.contribution(), Notice.Kind.CALLBACK_SKIPPED, text);
        }
    }

    /** A provider has left the session: nobody waits for it any more. */
    public void leave(Presence presence) {
        for (TransformQuestion question : List.copyOf(open.values())) {
            if (question.contribution().owner() == presence) {
                close(question);
                note(
                        question.run(),
                        question.contribution(),
                        Notice.Kind.CALLBACK_FAILED,
                        "the provider left meanwhile");
                advance(question.run());
            }
        }
    }

    /** The session's time is up: its prompts stay as they are now. */
    public void endSession(Session session) {
        for (Assembly assembly : List.copyOf(assemblies)) {
            if (assembly.session() == session) {
                stop(assembly, "the session has ended");
            }
        }
    }

    /** The time that all callbacks of a prompt have together is over. */
    private void cutShort(Assembly assembly) {
        for (SectionRun run : assembly.runs()) {
            TransformQuestion question = run.question();
            if (question != null) {
                close(question);
                tooLate(question);
            }
        }
        stop(assembly, "there was no time left to ask the callback");
    }

    private void stop(Assembly assembly, String why) {
        for (SectionRun run : assembly.runs()) {
            TransformQuestion question = run.question();
            if (question != null) {
                close(question);
                note(run, question.contribution(), Notice.Kind.CALLBACK_SKIPPED, why);
            }
            while (run.hasNext()) {
                note(run, run.next(), Notice.Kind.CALLBACK_SKIPPED, why);
            }
        }
        complete(assembly);
    }

    /** Closes a question; a later answer has no effect (D-148). */
    private void close(TransformQuestion question) {
        open.remove(question.id());
        question.run().setQuestion(null);
        kernel.timers().cancel(question.timer());
        question.connection().settled(question.id());
    }

    private void failed(TransformQuestion question, String text) {
        Contribution<Presence> contribution = question.contribution();
        Session session = contribution.owner().session();
        session.prompts()
                .failed(
                        contribution.owner().registration().providerId(),
                        contribution.section(),
                        kernel.limit(Limit.TRANSFORM_FAILURES),
                        kernel.now() + kernel.limits().nanos(Limit.TRANSFORM_BREAKER));
        note(question.run(), contribution, Notice.Kind.CALLBACK_FAILED, text);
    }

    private static void note(SectionRun run, Contribution<Presence> about, Notice.Kind kind, String why) {
        run.assembly().note(SectionComposer.notice(kind, about, "stays as it was: " + why));
    }

    private void complete(Assembly assembly) {
        assemblies.remove(assembly);
        kernel.timers().cancel(assembly.deadline());
        for (Notice notice : assembly.session().prompts().news(assembly.notices())) {
            feed.log(assembly.session(), levelOf(notice.kind()), HostFeed.GATEWAY, notice.text());
        }
        PromptAssembly result = assembly.result();
        kernel.effects().complete(assembly.receipt(), result);
    }

    private static TimelineEntry.Level levelOf(Notice.Kind kind) {
        return switch (kind) {
            case REPLACE_SHADOWED, SECTION_UNKNOWN, APPEND_VETOED, STARTUP_CONTEXT_DELAYED -> TimelineEntry.Level.INFO;
            case SECTION_PROTECTED, CALLBACK_FAILED, CALLBACK_SKIPPED, CONTEXT_DROPPED -> TimelineEntry.Level.WARNING;
        };
    }
}
