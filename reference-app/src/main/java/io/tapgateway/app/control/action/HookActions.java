package io.tapgateway.app.control.action;

import io.tapgateway.app.control.api.ApiProblem;
import io.tapgateway.app.control.api.ApiReply;
import io.tapgateway.app.control.api.ApiRequest;
import io.tapgateway.app.control.api.Routes;
import io.tapgateway.app.control.event.ConsoleSeats;
import io.tapgateway.app.session.AppSessions;
import io.tapgateway.app.session.SamplePrompt;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.runtime.Asking;
import io.tapgateway.runtime.ChangedArgs;
import io.tapgateway.runtime.CheckOptions;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.PromptSections;
import io.tapgateway.runtime.SessionHostEvent;
import io.tapgateway.runtime.view.AssemblyJson;
import io.tapgateway.runtime.view.DecisionJson;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** What agents ask before they use a tool or begin a turn, for providers to have a say in it. Thread-safe. */
public final class HookActions {
    private static final JsonReader<Map<String, String>> SECTIONS = JsonReader.map(JsonReader.TEXT);

    private final AppSessions sessions;
    private final ConsoleSeats seats;

    public HookActions(AppSessions sessions, ConsoleSeats seats) {
        this.sessions = sessions;
        this.seats = seats;
    }

    public void addTo(Routes.Builder routes) {
        routes.on("POST", "/api/sessions/{session}/pre-tool-use", this::preToolUse)
                .on("POST", "/api/sessions/{session}/prompt", this::prompt);
    }

    private CompletionStage<ApiReply> preToolUse(ApiRequest request) throws ApiProblem {
        GatewaySession session = request.session(sessions).gateway();
        return session.preToolUse(
                        request.requiredText("tool"),
                        request.objectOf("args"),
                        CheckOptions.NONE.asking(asking(request)).changing(changes(request)))
                .thenApply(decision -> ApiReply.ok(out -> DecisionJson.show(out, decision)));
    }

    /** Who asks the person, where rules want that: the gateway, unless the program says that it does (U-122). */
    private static Asking asking(ApiRequest request) throws ApiProblem {
        return switch (request.text("asking").orElse("wait")) {
            case "wait" -> Asking.WAIT;
            case "return" -> Asking.RETURN;
            default -> throw ApiProblem.badRequest("'asking' is \"wait\", as without it, or \"return\".");
        };
    }

    /** Whether the program runs other arguments than it asks about (Z-064). */
    private static ChangedArgs changes(ApiRequest request) throws ApiProblem {
        return request.member("changes", JsonReader.FLAG).orElse(false) ? ChangedArgs.RUN : ChangedArgs.REFUSE;
    }

    private CompletionStage<ApiReply> prompt(ApiRequest request) throws ApiProblem {
        GatewaySession session = request.session(sessions).gateway();
        Optional<String> text = request.text("text").filter(it -> !it.isBlank());
        PromptSections sections = sections(request);
        text.ifPresent(it -> session.publish(seats.said(request, SessionHostEvent.userMessage(it))));
        return session.assemblePrompt(sections)
                .thenApply(assembly -> ApiReply.ok(out -> AssemblyJson.write(out, assembly)));
    }

    private static PromptSections sections(ApiRequest request) throws ApiProblem {
        Map<String, String> texts = request.member("sections", SECTIONS).orElse(Map.of());
        if (texts.isEmpty()) {
            return SamplePrompt.SECTIONS;
        }
        try {
            return PromptSections.of(texts);
        } catch (IllegalArgumentException e) {
            throw ApiProblem.badRequest(
                    "Two of the 'sections' have names that providers cannot tell apart; rename one.");
        }
    }
}
