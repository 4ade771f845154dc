package io.tapgateway.mcp.session;

import io.tapgateway.mcp.protocol.HttpHead;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * An agent over HTTP. Its trouble is that lines are cut on which it waits for an answer; where it knows how, it goes on
 * with them.
 */
final class AgentOverHttp extends PlayedAgent {
    private static final Pattern EVENT = Pattern.compile("(?:id: (\\S+)\\n)?data: (.+)\\n");

    private final HttpFaces faces;
    private final String session;
    private final List<RecordedReply> replies = new ArrayList<>();
    private final Set<RecordedReply> cut = new HashSet<>();

    AgentOverHttp(HttpFaces faces) {
        this.faces = faces;
        RecordedReply welcome = new RecordedReply();
        send("POST", Optional.empty(), Optional.empty(), request(0, "initialize", INTRODUCTION), welcome);
        this.session = welcome.header(HttpFaces.SESSION);
        say(READY);
        listen(Optional.empty());
    }

    private void send(
            String method, Optional<String> named, Optional<String> lastEvent, String body, RecordedReply reply) {
        HttpHead head = new HttpHead(
                List.of("*/*"), Optional.of("application/json"), List.of(), named, lastEvent, List.of(), List.of());
        faces.serve(new HttpAsk("played", "shop", method, head, body), reply);
    }

    private void listen(Optional<String> lastEvent) {
        RecordedReply reply = new RecordedReply();
        replies.add(reply);
        send("GET", Optional.of(session), lastEvent, "", reply);
    }

    @Override
    void say(String message) {
        RecordedReply reply = new RecordedReply();
        replies.add(reply);
        send("POST", Optional.of(session), Optional.empty(), message, reply);
    }

    /** What comes again when a stream is resumed is known by its id. */
    @Override
    List<String> heard() {
        List<String> all = new ArrayList<>();
        Set<String> known = new HashSet<>();
        for (RecordedReply reply : replies) {
            if (!reply.body().isEmpty()) {
                all.add(reply.body());
            }
            EVENT.matcher(String.join("", reply.events))
                    .results()
                    .filter(event -> event.group(1) == null || known.add(event.group(1)))
                    .map(event -> event.group(2))
                    .forEach(all::add);
        }
        return all;
    }

    @Override
    void trouble(int number) {
        List<RecordedReply> open = replies.stream()
                .filter(it -> !it.ended.isDone() && !cut.contains(it))
                .toList();
        if (!open.isEmpty()) {
            RecordedReply lost = open.get(number % open.size());
            cut.add(lost);
            faces.lost(lost);
            Optional<String> place = Optional.of(lost.lastId()).filter(it -> !it.isEmpty());
            if (place.isPresent() && number % 2 == 0) {
                listen(place);
            }
        }
    }

    @Override
    void recover() {
        listen(Optional.empty());
    }

    @Override
    void leave(boolean hurry) throws Exception {
        RecordedReply over = new RecordedReply();
        send("DELETE", Optional.of(session), Optional.empty(), "", over);
        over.awaitStatus();
    }
}
