package io.tapgateway.agentserver;

import io.tapgateway.runtime.thread.IdlePool;
import java.time.InstantSource;

/**
 * What all sessions of a server work with (W-026). Immutable; its parts are thread-safe.
 *
 * @param threads on which everything happens to sessions
 * @param later ends those that nobody comes back to
 */
record SessionSupplies(
        AgentServerSettings settings,
        SessionLender lender,
        AgentConfig config,
        ModelKeys keys,
        ModelRoutes routes,
        SkillShelf skills,
        CommandShelf commands,
        Observatory observatory,
        IdlePool threads,
        Later later) {
    private static final int THREADS = 8;

    /** @throws IllegalArgumentException if there is a base URL that is none; the message says what is wrong */
    static SessionSupplies of(AgentServerSettings settings, SessionLender lender, Later later) {
        AgentConfig config = new AgentConfig(settings);
        ModelKeys keys = new ModelKeys(settings.keys(), settings.environment(), settings.baseUrl());
        SkillShelf skills = new SkillShelf(settings.directory(), settings.personsHome());
        return new SessionSupplies(
                settings,
                lender,
                config,
                keys,
                new ModelRoutes(settings.baseUrl(), keys, InstantSource.system()),
                skills,
                new CommandShelf(settings.directory(), settings.personsHome(), config::commands, skills),
                new Observatory(),
                IdlePool.ofErrands("tap-cowork", THREADS),
                later);
    }
}
