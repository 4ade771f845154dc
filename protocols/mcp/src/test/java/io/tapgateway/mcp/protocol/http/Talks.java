package io.tapgateway.mcp.protocol.http;

import io.tapgateway.mcp.protocol.RpcMessage;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A talk, and what it wants to be done; the test is the server. Confined to the test. */
final class Talks implements HttpAct.Visitor {
    static final URI PLACE = URI.create("http://127.0.0.1:9/mcp");
    static final String JSON = "application/json";
    static final String EVENTS = "text/event-stream";
    static final String INITIALIZE = "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{}}";
    static final String INITIALIZED = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";
    static final String MET = "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"protocolVersion\":\"2025-11-25\"}}";

    final HttpTalk talk;
    final List<HttpAct.Ask> asked = new ArrayList<>();
    final List<Long> abandoned = new ArrayList<>();
    final List<HttpAct.Pause> pauses = new ArrayList<>();
    final List<RpcMessage> received = new ArrayList<>();
    final List<HttpAct.Renew> renewals = new ArrayList<>();
    final List<String> broken = new ArrayList<>();

    Talks(HttpTalk talk) {
        this.talk = talk;
    }

    static Talks streamable() {
        return new Talks(new StreamableTalk(new ServerAddress(PLACE)));
    }

    /** One that has shaken hands and has a session. */
    static Talks open(Optional<String> session) {
        Talks talks = streamable();
        talks.does(it -> it.send(INITIALIZE));
        talks.answer(talks.last(), session, MET);
        talks.does(it -> it.send(INITIALIZED));
        talks.accept(talks.last());
        return talks;
    }

    static String request(long id) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"tools/call\",\"params\":{}}";
    }

    static String result(long id) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{}}";
    }

    Talks does(Function<HttpTalk, List<HttpAct>> what) {
        what.apply(talk).forEach(it -> it.accept(this));
        return this;
    }

    HttpAct.Ask last() {
        return asked.get(asked.size() - 1);
    }

    HttpAct.Ask last(String method) {
        return asked.stream()
                .filter(it -> it.method().equals(method))
                .reduce((a, b) -> b)
                .orElseThrow();
    }

    long count(String method) {
        return asked.stream().filter(it -> it.method().equals(method)).count();
    }

    HttpAct.Ask send(String text) {
        does(it -> it.send(text));
        return last();
    }

    void head(HttpAct.Ask ask, int status, String type) {
        does(it -> it.head(ask.exchange(), head(status, type, Optional.empty())));
    }

    static AnswerHead head(int status, String type, Optional<String> session) {
        return new AnswerHead(
                status, Optional.of(type).filter(it -> !it.isEmpty()), session, Optional.empty(), Optional.empty());
    }

    /** Does not let it in, in these words. */
    void keepOut(HttpAct.Ask ask, int status, String challenge) {
        does(it -> it.head(
                ask.exchange(),
                new AnswerHead(status, Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(challenge))));
    }

    /** There is another token, or there is none. */
    void renew(boolean another) {
        HttpAct.Renew wanted = renewals.get(renewals.size() - 1);
        does(it -> it.renewed(wanted.exchange(), another));
    }

    void redirect(HttpAct.Ask ask, int status, String place) {
        does(it -> it.head(
                ask.exchange(),
                new AnswerHead(status, Optional.empty(), Optional.empty(), Optional.of(place), Optional.empty())));
    }

    /** Answers with one message. */
    void answer(HttpAct.Ask ask, Optional<String> session, String text) {
        does(it -> it.head(ask.exchange(), head(200, JSON, session)));
        body(ask, text);
        does(it -> it.end(ask.exchange()));
    }

    void accept(HttpAct.Ask ask) {
        head(ask, 202, "");
        does(it -> it.end(ask.exchange()));
    }

    void body(HttpAct.Ask ask, String text) {
        does(it -> it.body(ask.exchange(), text.getBytes(StandardCharsets.UTF_8)));
    }

    void end(HttpAct.Ask ask) {
        does(it -> it.end(ask.exchange()));
    }

    /** The pause that was asked for last, but not that of the sweep. */
    Duration lastPause() {
        return resumption().time();
    }

    private HttpAct.Pause resumption() {
        return pauses.stream().filter(it -> it.timer() != 0).reduce((a, b) -> b).orElseThrow();
    }

    void pass() {
        HttpAct.Pause pause = resumption();
        pauses.remove(pause);
        does(it -> it.due(pause.timer()));
    }

    void sweep(int times) {
        for (int i = 0; i < times; i++) {
            does(it -> it.due(0));
        }
    }

    /** What was received, as ids and results or errors. */
    List<String> texts() {
        return received.stream().map(Object::toString).toList();
    }

    Map<String, String> headers() {
        return last().headers();
    }

    @Override
    public void onAsk(HttpAct.Ask ask) {
        asked.add(ask);
    }

    @Override
    public void onAbandon(HttpAct.Abandon abandon) {
        abandoned.add(abandon.exchange());
    }

    @Override
    public void onPause(HttpAct.Pause pause) {
        pauses.add(pause);
    }

    @Override
    public void onReceive(HttpAct.Receive message) {
        received.add(message.message());
    }

    @Override
    public void onRenew(HttpAct.Renew renew) {
        renewals.add(renew);
    }

    @Override
    public void onBreak(HttpAct.Break why) {
        broken.add(why.reason());
    }
}
