package io.tapgateway.agentserver;

import io.tapgateway.agentserver.anywhere.Folder;
import io.tapgateway.agentserver.step.StepModel;
import io.tapgateway.model.ThinkingAgent;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.PromptSections;
import io.tapgateway.runtime.ReservedNames;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.user.OpenQuestion;
import io.tapgateway.user.QuestionEnd;
import io.tapgateway.user.SessionUser;
import io.tapgateway.user.Surface;
import java.util.Map;
import java.util.Optional;

/** One folder with its session: what happens there is brought to the desk. Thread-safe. */
final class AnywhereFolder implements Surface, AutoCloseable {
    /** How long what is asked may be to be shown whole (U-105). */
    private static final int MOST_SHOWN_CHARACTERS = 65_536;

    private static final PromptSections SECTIONS = PromptSections.of(Map.of(
            "identity",
            "You help a person with the files of a folder. Look before you change something, keep to what you were asked"
                    + " for, and say briefly what you have done."));

    private final String id;
    private final AnywhereServer server;
    private volatile Optional<Engaged> engaged = Optional.empty();

    private AnywhereFolder(String id, AnywhereServer server) {
        this.id = id;
        this.server = server;
    }

    /** @throws IllegalStateException if there can be no session; the message is a sentence for people */
    static AnywhereFolder open(Folder folder, AnywhereServer server, SessionLender lender) {
        AnywhereFolder opened = new AnywhereFolder(folder.id(), server);
        // Whatever dials in takes part.
        SessionInfo info = new SessionInfo(
                new SessionId("any-" + folder.id()),
                folder.name(),
                Optional.of(folder.real()),
                false,
                true,
                ReservedNames.NONE);
        opened.engaged = Optional.of(Engaged.in(lender, info, opened::agent, entry -> {}, opened));
        return opened;
    }

    /** What nobody of ours has asked for is talked about, without tools. */
    private ThinkingAgent agent(SessionUser user) {
        return ThinkingAgent.of(StepModel.talking(server.model()))
                .sections(SECTIONS)
                .limits(AnywhereServer.LIMITS)
                .user(user)
                .turnListener(event -> server.queue().tell(() -> server.desk().happened(id, event)))
                .build();
    }

    Engaged engaged() {
        return engaged.orElseThrow();
    }

    @Override
    public void close() {
        engaged.ifPresent(Engaged::end);
    }

    @Override
    public String name() {
        return "in Copilot Anywhere";
    }

    @Override
    public int mostCharacters() {
        return MOST_SHOWN_CHARACTERS;
    }

    @Override
    public void opened(OpenQuestion question) {
        server.queue().tell(() -> server.desk().opened(id, question));
    }

    @Override
    public void closed(OpenQuestion question, QuestionEnd how) {
        server.queue().tell(() -> server.desk().closed(id, question, how));
    }
}
