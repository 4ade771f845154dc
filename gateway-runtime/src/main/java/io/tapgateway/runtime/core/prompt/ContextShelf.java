package io.tapgateway.runtime.core.prompt;

import io.tapgateway.protocol.message.Hello;
import io.tapgateway.runtime.PromptAssembly.Context;
import io.tapgateway.runtime.PromptAssembly.Notice;
import io.tapgateway.runtime.core.kernel.Utf8;
import io.tapgateway.runtime.core.state.Presence;
import io.tapgateway.runtime.core.state.PromptMemory;
import io.tapgateway.runtime.core.state.Registration;
import io.tapgateway.runtime.core.state.Session;
import io.tapgateway.runtime.text.Envelope;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What the providers of a session have to say besides its sections, in the order of binding and as much as there is
 * room for (D-187, D-188). Stateless; confined to the loop.
 */
final class ContextShelf {
    private ContextShelf() {}

    /** Ambient context; once something does not fit, nothing that comes later is taken. */
    static List<Context> ambient(Session session, int room, Consumer<Notice> notices) {
        List<Context> taken = new ArrayList<>();
        int left = room;
        for (Presence presence : session.presences()) {
            Envelope.Source source = source(presence.registration());
            Context context = new Context(Envelope.context(source), presence.context());
            if (context.text().isEmpty()) {
                continue;
            }
            left = left < 0 ? left : left - Utf8.length(context.text());
            if (left < 0) {
                notices.accept(new Notice(
                        Notice.Kind.CONTEXT_DROPPED,
                        source.toString(),
                        Optional.empty(),
                        source + ": its context is left out, as the prompt's contexts have " + room + " bytes in all"));
            } else {
                taken.add(context);
            }
        }
        return taken;
    }

    /**
     * Startup context of providers that have not given theirs yet, each noted as given. What does not fit waits for the
     * next prompt.
     */
    static List<Context> startup(Session session, int room, Consumer<Notice> notices) {
        PromptMemory memory = session.prompts();
        List<Context> taken = new ArrayList<>();
        int left = room;
        for (Presence presence : session.presences()) {
            Registration registration = presence.registration();
            Optional<String> text = registration.contribution().texts().startupContext();
            if (text.isEmpty() || memory.isIntroduced(registration.providerId())) {
                continue;
            }
            Envelope.Source source = source(registration);
            Context context = new Context(Envelope.startupContext(source), text.get());
            left = left < 0 ? left : left - Utf8.length(context.text());
            if (left < 0) {
                notices.accept(new Notice(
                        Notice.Kind.STARTUP_CONTEXT_DELAYED,
                        source.toString(),
                        Optional.empty(),
                        source + ": its startup context waits for the next prompt"));
                continue;
            }
            memory.introduce(registration.providerId());
            if (!context.text().isEmpty()) {
                taken.add(context);
            }
        }
        return taken;
    }

    /** How a provider is named to the model. */
    static Envelope.Source source(Registration registration) {
        Hello.Identity identity = registration.identity();
        return new Envelope.Source(
                identity.name(), identity.instance(), registration.principal().trust());
    }
}
