package io.tapgateway.app.control.action;

import io.tapgateway.agents.HookAgent;
import io.tapgateway.agents.HookEvent;
import io.tapgateway.agents.HookReply;
import io.tapgateway.agents.MalformedHook;
import io.tapgateway.app.agents.AgentContacts;
import io.tapgateway.app.agents.AgentWindows;
import io.tapgateway.app.control.api.ApiProblem;
import io.tapgateway.app.control.api.ApiReply;
import io.tapgateway.app.control.api.ApiRequest;
import io.tapgateway.app.control.api.Routes;
import io.tapgateway.runtime.Secret;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** What the hooks of agents ask, in the words of each agent (G-020). Thread-safe. */
public final class AgentHookActions {
    /** Where they ask. */
    public static final String HOOKS = "/hooks/";

    private final AgentWindows windows;
    private final AgentContacts contacts;
    private final Secret proof;

    /** @param proof what answers begin with, on a line of its own: nobody else can give one */
    public AgentHookActions(AgentWindows windows, AgentContacts contacts, Secret proof) {
        this.contacts = contacts;
        this.windows = windows;
        this.proof = proof;
    }

    public void addTo(Routes.Builder routes) {
        routes.on("POST", HOOKS + "{agent}", this::answer);
    }

    private CompletionStage<ApiReply> answer(ApiRequest request) throws ApiProblem {
        HookAgent agent = HookAgent.of(request.variable("agent"))
                .map(it -> it.writer(request.body()))
                .orElseThrow(() -> ApiProblem.notFound(
                        "There are no hooks of that agent; docs/agents.md lists the agents there are."));
        try {
            HookEvent event = agent.read(request.body());
            if (!(event instanceof HookEvent.Other)) {
                contacts.hookAsked(agent.word());
            }
            return windows.answer(agent, event, request.process()).thenApply(reply -> reply(agent, event, reply));
        } catch (MalformedHook e) {
            throw ApiProblem.invalidJson(String.valueOf(e.getMessage()));
        } catch (IllegalStateException e) {
            throw ApiProblem.conflict(String.valueOf(e.getMessage()));
        }
    }

    private ApiReply reply(HookAgent agent, HookEvent event, HookReply reply) {
        return new ApiReply(
                200,
                List.of(proof.reveal() + "\n", agent.write(event, reply)),
                Map.of("Content-Type", "text/plain; charset=utf-8"));
    }
}
