package io.tapgateway.app.control.action;

import io.tapgateway.app.control.api.ApiProblem;
import io.tapgateway.app.control.api.ApiReply;
import io.tapgateway.app.control.api.ApiRequest;
import io.tapgateway.app.control.api.Routes;
import io.tapgateway.app.control.event.ConsoleSeats;
import io.tapgateway.app.session.AppSessions;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.user.Attachment;
import io.tapgateway.user.KeptNote;
import io.tapgateway.user.SessionUser;
import io.tapgateway.user.command.CommandOffer;
import io.tapgateway.user.command.CommandOutcome;
import io.tapgateway.user.panel.PanelId;
import io.tapgateway.user.panel.PanelKey;
import io.tapgateway.user.panel.PanelView;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * What a person at a session reads and does besides answering questions: notes, commands, and the panel. Programs of
 * the owner see commands and notes; what counts as an act of the user takes a person in front of a browser, since an
 * agent's own shell can read the owner token (U-107, Z-086). Thread-safe.
 */
public final class PersonActions {
    private final AppSessions sessions;
    private final ConsoleSeats seats;

    public PersonActions(AppSessions sessions, ConsoleSeats seats) {
        this.sessions = sessions;
        this.seats = seats;
    }

    public void addTo(Routes.Builder routes) {
        routes.now("GET", "/api/sessions/{session}/commands", this::commands)
                .on("POST", "/api/sessions/{session}/commands/{command}", this::run)
                .now("GET", "/api/sessions/{session}/notes", this::notes)
                .now("DELETE", "/api/sessions/{session}/notes", this::clearNotes)
                .now("GET", "/api/sessions/{session}/panel", this::panel)
                .now("DELETE", "/api/sessions/{session}/panel", this::dismiss)
                .now("POST", "/api/sessions/{session}/panel/keys", this::key);
    }

    private SessionUser user(ApiRequest request) throws ApiProblem {
        return request.session(sessions).host().user();
    }

    /** The key of whoever asks, who has to be a person. */
    private String person(ApiRequest request) throws ApiProblem {
        return seats.person(
                request,
                "Programs may not do that: a person at the prompt of 'tapgateway run' does, and a console after 'confirm' there.");
    }

    /** The seat of whoever asks, who acts there now. */
    private Optional<Attachment> acting(ApiRequest request) throws ApiProblem {
        String key = person(request);
        Optional<Attachment> seat =
                seats.at(key, request.session(sessions).gateway().info().id());
        seat.ifPresent(Attachment::active);
        return seat;
    }

    private ApiReply commands(ApiRequest request) throws ApiProblem {
        return ApiReply.list("commands", user(request).commands().list(), PersonActions::describe);
    }

    private CompletionStage<ApiReply> run(ApiRequest request) throws ApiProblem {
        SessionUser user = user(request);
        var unused = acting(request);
        String line = request.variable("command") + " " + request.text("args").orElse("");
        return user.commands()
                .run(line)
                .orElseThrow(() -> ApiProblem.notFound("There is no such command; '/commands' lists those there are."))
                .thenApply(outcome -> ApiReply.ok(out -> describe(out, outcome)));
    }

    private ApiReply notes(ApiRequest request) throws ApiProblem {
        return ApiReply.list("notes", user(request).notes(), PersonActions::describe);
    }

    private ApiReply clearNotes(ApiRequest request) throws ApiProblem {
        SessionUser user = user(request);
        var unused = acting(request);
        user.clearNotes();
        return ApiReply.noContent();
    }

    private ApiReply panel(ApiRequest request) throws ApiProblem {
        SessionUser user = user(request);
        var unused = person(request);
        Optional<PanelView> panel = user.panel();
        return ApiReply.ok(out -> out.value(
                "panel",
                panel.map(it -> JsonWriter.toValue(one -> describe(one, it))).orElse(JsonValue.NULL)));
    }

    private ApiReply dismiss(ApiRequest request) throws ApiProblem {
        SessionUser user = user(request);
        Optional<Attachment> seat = acting(request);
        user.panel().ifPresent(panel -> seat.ifPresent(it -> it.dismiss(panel.id())));
        return ApiReply.noContent();
    }

    private ApiReply key(ApiRequest request) throws ApiProblem {
        Optional<Attachment> seat = acting(request);
        PanelId panel = new PanelId(request.requiredText("panelId"));
        PanelKey key;
        try {
            key = new PanelKey(request.requiredText("key"), request.text("text").orElse(""));
        } catch (IllegalArgumentException none) {
            throw ApiProblem.badRequest(String.valueOf(none.getMessage()));
        }
        if (seat.filter(it -> it.key(panel, key)).isEmpty()) {
            throw ApiProblem.conflict("That panel is not open any more; '/panel' says which one is.");
        }
        return ApiReply.accepted();
    }

    private static void describe(JsonWriter out, CommandOffer command) {
        out.text("name", command.name()).text("description", command.about()).text("source", command.source());
    }

    private static void describe(JsonWriter out, CommandOutcome outcome) {
        switch (outcome.action()) {
            case ERROR -> out.flag("ok", false).text("error", outcome.text());
            case PANEL -> out.flag("ok", true).text("action", "panel").text("panel", outcome.text());
            case PROMPT, INSERT, DISPLAY, NOOP ->
                out.flag("ok", true)
                        .text("action", outcome.action().name().toLowerCase(Locale.ROOT))
                        .text("text", outcome.text());
        }
    }

    private static void describe(JsonWriter out, KeptNote kept) {
        out.number("seq", kept.seq())
                .text("source", kept.note().source())
                .word("level", kept.note().level())
                .text("text", kept.note().text());
        if (kept.leftOut() > 0) {
            out.number("leftOut", kept.leftOut());
        }
    }

    private static void describe(JsonWriter out, PanelView panel) {
        out.text("source", panel.content().source())
                .text("id", panel.id())
                .text("title", panel.content().title())
                .texts("lines", panel.content().lines())
                .text("footer", panel.content().footer())
                .number("revision", panel.revision());
    }
}
