package io.tapgateway.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.app.run.AppProcess.Ended;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.testkit.Captures;
import io.tapgateway.testkit.JsonPattern;
import io.tapgateway.testkit.ScriptedPeer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The packaged app from outside, as a person, a provider and the owner's programs meet it. */
@Timeout(120)
class AppIT {
    private static final String[] RUN = {"run", "--json", "--port", "0", "--control-port", "0"};

    @TempDir
    private Path directory;

    @Test
    void says_in_one_line_where_it_listens_and_serves_there() throws Exception {
        try (AppProcess app = AppProcess.start(directory, RUN)) {
            JsonValue listening = app.json();

            assertLooksLike(
                    listening,
                    "{'type':'gateway_listening','url':'ws://127.0.0.1:*','port':'*','controlUrl':'http://127.0.0.1:*',"
                            + "'controlPort':'*','home':'" + home() + "','providerTokenFile':'" + home()
                            + "/provider.token',"
                            + "'ownerTokenFile':'" + home() + "/owner.token','pid':" + app.pid() + ",'version':'*'}");
            assertLooksLike(get(listening, "api/health", ownerToken(listening)), "{'status':'ok','*':'*'}");
            assertLooksLike(get(listening, "api/health", "wrong"), "{'error':{'code':'UNAUTHORIZED','message':'*'}}");
            assertLooksLike(
                    get(listening, "api/sessions", ownerToken(listening)),
                    "{'sessions':[{'id':'main','foreground':true,'tools':0,'providers':0,'*':'*'}]}");
            app.signal("TERM");
            assertThat(app.end()).isEqualTo(new Ended(143, "", ""));
        }
    }

    @Test
    void T08_its_files_are_for_this_user_only_whatever_the_umask_and_gone_after_a_signal() throws Exception {
        try (AppProcess app = AppProcess.start(directory, "000", List.of(RUN))) {
            app.json();

            assertThat(mode(home())).isEqualTo("rwx------");
            assertThat(mode(discovery().getParent())).isEqualTo("rwx------");
            for (String name : List.of("owner.token", "host.key", "provider.token", "gateway.json")) {
                assertThat(mode(home().resolve(name))).as(name).isEqualTo("rw-------");
            }
            assertThat(mode(discovery())).isEqualTo("rw-------");
            String token = Files.readString(home().resolve("provider.token"));
            assertThat(discovery()).hasContent(token);
            app.signal("INT");
            assertThat(app.end().code()).isEqualTo(130);
            assertThat(mode(home().resolve("logs/tapgateway.log"))).isEqualTo("rw-------");
            assertThat(home().resolve("logs/tapgateway.log"))
                    .content()
                    .doesNotContain(token)
                    .contains("Stopping");
            assertThat(names(home())).containsExactlyInAnyOrder("agents", "gateway.lock", "logs", "providers");
            assertThat(names(discovery().getParent())).isEmpty();
        }
    }

    @Test
    void a_provider_with_the_token_takes_part_and_every_command_shows_it() throws Exception {
        try (AppProcess app = AppProcess.start(directory, RUN)) {
            ScriptedPeer provider = greeter(app.json());

            provider.sends("{\"type\":\"push\",\"stream\":\"news\",\"level\":\"surface\",\"event\":\"here I am\"}");
            try (AppProcess call = AppProcess.start(directory, "call", "greet", "{\"name\":\"World\"}")) {
                provider.receives(
                                "{\"type\":\"tool.call\",\"id\":\"$call\",\"tool\":\"greet\",\"args\":{\"name\":\"World\"},\"*\":\"*\"}")
                        .sends("{\"type\":\"tool.result\",\"id\":\"$call\",\"data\":{\"greeting\":\"Hello World\"}}");
                assertThat(call.end()).isEqualTo(new Ended(0, "{\"greeting\":\"Hello World\"}\n", ""));
            }
            assertThat(AppProcess.run(directory, "call", "other"))
                    .matches(e -> e.code() == 1 && e.out().isEmpty())
                    .extracting(Ended::err)
                    .isEqualTo("tapgateway: Session 'main' has no tool of that name; 'tools' lists those it has.\n");
            assertThat(AppProcess.run(directory, "tools").out()).contains("greet  greeter   project  Greets somebody");
            assertThat(AppProcess.run(directory, "sessions").out()).contains("*  main  active  1      1");
            assertLooksLike(
                    JsonValue.parse(
                            AppProcess.run(directory, "providers", "--json").out()),
                    "{'providers':[{'name':'greeter','trust':'project','sessionId':'main','*':'*'}]}");
            assertThat(AppProcess.run(directory, "streams").out()).contains("news@greeter  1");
            assertThat(AppProcess.run(directory, "tail", "--no-follow").out())
                    .endsWith("surface   news@greeter: here I am\n");
            assertThat(AppProcess.run(directory, "logs", "--last", "1").out()).contains("Listening on");
            assertThat(AppProcess.run(directory, "token").out()).isEqualTo(home().resolve("provider.token") + "\n");
            assertThat(AppProcess.run(directory, "token", "--show").out())
                    .isEqualTo(Files.readString(home().resolve("provider.token")) + "\n");
        }
    }

    @Test
    void what_is_set_holds_unless_the_command_line_says_otherwise() throws Exception {
        assertThat(AppProcess.run(directory, "config", "pairing", "deny").code())
                .isZero();
        assertThat(AppProcess.run(directory, "config").out()).contains("pairing  deny");
        try (AppProcess app = AppProcess.start(directory, RUN)) {
            var unused = app.json();
            assertThat(AppProcess.run(directory, "status", "--json").out()).contains("\"programs\":\"deny\"");
        }
        try (AppProcess app = AppProcess.start(
                directory, "run", "--json", "--port", "0", "--control-port", "0", "--pairing", "ask")) {
            var unused = app.json();
            assertThat(AppProcess.run(directory, "status", "--json").out()).contains("\"programs\":\"ask\"");
        }
        Files.writeString(home().resolve("settings.json"), "{\"prot\":\"1\"}");
        assertThat(AppProcess.run(directory, "run").err())
                .contains("There is no setting 'prot'. Did you mean 'port'? There are: port, control-port");
    }

    /** Programs see the arguments of others. */
    @Test
    void T07_a_browser_is_given_a_page_that_leads_to_the_console() throws Exception {
        Path browser = Files.writeString(directory.resolve("xdg-open"), "#!/bin/sh\necho \"$1\" > \"$0.page\"\n");
        Files.setPosixFilePermissions(browser, PosixFilePermissions.fromString("rwx------"));
        try (AppProcess app = AppProcess.start(directory, RUN)) {
            var unused = app.json();
            Map<String, String> environment = Map.of("PATH", directory + ":" + System.getenv("PATH"));

            try (AppProcess open = AppProcess.start(directory, environment, "open")) {
                assertThat(open.end().code()).isZero();
            }

            Path page = home().resolve("open.html");
            assertThat(directory.resolve("xdg-open.page"))
                    .hasContent(page.toUri().toString());
            assertThat(page).content().contains("url=http://").contains("/sign-in?code=");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(page)))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void tail_follows_what_happens_until_the_session_ends() throws Exception {
        try (AppProcess app = AppProcess.start(directory, RUN)) {
            JsonValue listening = app.json();
            ScriptedPeer provider = greeter(listening);
            provider.sends("{\"type\":\"push\",\"stream\":\"news\",\"level\":\"surface\",\"event\":\"first\"}");
            try (AppProcess tail = AppProcess.start(directory, "tail", "--json")) {
                assertLooksLike(tail.json(), "{'seq':1,'ts':'*','provider':'greeter','presence':'bound'}");
                assertLooksLike(tail.json(), "{'seq':1,'text':'*first*','*':'*'}");

                provider.sends("{\"type\":\"push\",\"stream\":\"news\",\"level\":\"surface\",\"event\":\"second\"}");
                assertLooksLike(tail.json(), "{'seq':2,'text':'*second*','*':'*'}");
                provider.sends("{\"type\":\"goodbye\"}");
                assertLooksLike(tail.json(), "{'seq':2,'provider':'greeter','presence':'left','*':'*'}");
                delete(listening, "api/sessions/main");

                assertThat(tail.end()).isEqualTo(new Ended(0, "", "tapgateway: The session has ended.\n"));
            }
        }
    }

    @Test
    void tail_tells_a_provider_that_has_left_from_one_that_has_crashed() throws Exception {
        try (AppProcess app = AppProcess.start(directory, RUN)) {
            JsonValue listening = app.json();
            greeter(listening).sends("{\"type\":\"goodbye\"}");
            awaitTail("greeter: has left\n");

            greeter(listening).drops();
            awaitTail("greeter: has lost its connection\n");

            assertThat(AppProcess.run(directory, "tail", "--no-follow").out())
                    .containsSubsequence("has joined", "has left", "has joined", "has lost its connection");
        }
    }

    private void awaitTail(String last) {
        await().atMost(30, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(
                                AppProcess.run(directory, "tail", "--no-follow").out())
                        .endsWith(last));
    }

    @Test
    void tail_shows_every_event_of_a_stream_once() throws Exception {
        try (AppProcess app = AppProcess.start(directory, RUN)) {
            ScriptedPeer provider = greeter(app.json());
            assertThat(AppProcess.run(directory, "tail", "--stream", "news@greeter", "--no-follow"))
                    .isEqualTo(
                            new Ended(
                                    1,
                                    "",
                                    "tapgateway: There is no stream 'news@greeter' in this session; 'streams' lists those there are.\n"));
            provider.sends("{\"type\":\"push\",\"stream\":\"news\",\"level\":\"keep\",\"event\":\"first\"}")
                    .sends("{\"type\":\"push\",\"stream\":\"news\",\"level\":\"keep\",\"event\":\"second\"}");
            try (AppProcess tail =
                    AppProcess.start(directory, "tail", "--stream", "news@greeter", "--last", "1", "--json")) {
                assertLooksLike(tail.json(), "{'seq':2,'ts':'*','event':'second','level':'keep'}");

                provider.sends("{\"type\":\"push\",\"stream\":\"other\",\"level\":\"keep\",\"event\":\"elsewhere\"}")
                        .sends("{\"type\":\"push\",\"stream\":\"news\",\"level\":\"surface\",\"event\":\"third\","
                                + "\"metadata\":{\"n\":3}}");

                assertLooksLike(tail.json(), "{'seq':3,'ts':'*','event':'third','level':'surface','metadata':{'n':3}}");
            }
        }
    }

    @Test
    void tail_goes_on_with_the_gateway_that_comes_back() throws Exception {
        try (AppProcess tail = tailOfAGatewayThatGoes();
                AppProcess app = AppProcess.start(directory, RUN)) {
            ScriptedPeer provider = greeter(app.json());

            provider.sends("{\"type\":\"push\",\"stream\":\"news\",\"level\":\"surface\",\"event\":\"in the second\"}");

            assertLooksLike(tail.json(), "{'seq':1,'presence':'bound','*':'*'}");
            assertLooksLike(tail.json(), "{'seq':1,'text':'*in the second*','*':'*'}");
            assertThat(tail.errors()).isEqualTo("tapgateway: The gateway has gone; waiting for it to come back.\n");
        }
    }

    private AppProcess tailOfAGatewayThatGoes() throws Exception {
        try (AppProcess app = AppProcess.start(directory, RUN)) {
            greeter(app.json())
                    .sends("{\"type\":\"push\",\"stream\":\"news\",\"level\":\"surface\",\"event\":\"in the first\"}");
            AppProcess tail = AppProcess.start(directory, "tail", "--json");
            assertLooksLike(tail.json(), "{'seq':1,'presence':'bound','*':'*'}");
            assertLooksLike(tail.json(), "{'seq':1,'text':'*in the first*','*':'*'}");
            app.signal("KILL");
            app.end();
            return tail;
        }
    }

    @Test
    void D157_ctrl_c_while_a_call_waits_interrupts_it() throws Exception {
        try (AppProcess app = AppProcess.start(directory, RUN)) {
            ScriptedPeer provider = greeter(app.json());
            try (AppProcess call = AppProcess.start(directory, "call", "greet")) {
                provider.receives("{\"type\":\"tool.call\",\"id\":\"$call\",\"*\":\"*\"}");

                call.signal("INT");

                provider.receives("{\"type\":\"tool.cancel\",\"id\":\"$call\",\"*\":\"*\"}");
                Ended ended = call.end();
                assertThat(ended.code()).isEqualTo(130);
                assertThat(ended.err()).startsWith("tapgateway: CANCELLED: ");
            }
        }
    }

    @Test
    void D224_a_signal_gives_providers_time_and_a_second_one_does_not() throws Exception {
        try (AppProcess app = AppProcess.start(directory, RUN)) {
            ScriptedPeer provider = greeter(app.json());

            app.signal("TERM");
            provider.receives(
                    "{\"type\":\"session.lifecycle\",\"state\":\"shutdown.pending\",\"deadline\":10000,\"*\":\"*\"}");
            assertThat(app.isAlive()).isTrue();
            assertThat(names(home())).containsExactlyInAnyOrder("agents", "gateway.lock", "logs", "providers");
            app.signal("TERM");

            assertThat(app.end().code()).isEqualTo(143);
        }
    }

    @Test
    void D224_a_call_that_waits_is_answered_before_the_gateway_goes() throws Exception {
        try (AppProcess app = AppProcess.start(directory, RUN)) {
            ScriptedPeer provider = greeter(app.json());
            try (AppProcess call = AppProcess.start(directory, "call", "greet")) {
                provider.receives("{\"type\":\"tool.call\",\"id\":\"$call\",\"*\":\"*\"}");

                app.signal("TERM");
                provider.receives("{\"type\":\"session.lifecycle\",\"state\":\"shutdown.pending\",\"*\":\"*\"}")
                        .sends("{\"type\":\"shutdown.ready\",\"sessionId\":\"main\"}");

                assertThat(call.end().err()).startsWith("tapgateway: CANCELLED: ");
                assertThat(app.end().code()).isEqualTo(143);
            }
        }
    }

    @Test
    void D224_it_ends_as_soon_as_its_providers_are_ready() throws Exception {
        try (AppProcess app = AppProcess.start(directory, RUN)) {
            ScriptedPeer provider = greeter(app.json());

            app.signal("TERM");
            provider.receives("{\"type\":\"session.lifecycle\",\"state\":\"shutdown.pending\",\"*\":\"*\"}")
                    .sends("{\"type\":\"shutdown.ready\",\"sessionId\":\"main\"}")
                    .receives("{\"type\":\"sessions.updated\",\"active\":[]}")
                    .closedWith(1001);

            assertThat(app.end().code()).isEqualTo(143);
        }
    }

    @Test
    void a_second_gateway_in_the_same_home_is_refused_and_the_first_goes_on() throws Exception {
        try (AppProcess app = AppProcess.start(directory, RUN)) {
            JsonValue listening = app.json();

            Ended second = AppProcess.run(directory, RUN);

            assertThat(second)
                    .isEqualTo(new Ended(
                            1,
                            "",
                            "tapgateway: The gateway with pid " + app.pid() + " uses " + home()
                                    + "; stop it first, or choose another directory with --home.\n"));
            assertLooksLike(get(listening, "api/health", ownerToken(listening)), "{'status':'ok','*':'*'}");
        }
    }

    @Test
    void D011_a_port_in_use_on_either_address_leaves_nothing_half_started() throws Exception {
        for (String address : List.of("127.0.0.1", "::1")) {
            for (String option : List.of("--port", "--control-port")) {
                try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName(address))) {
                    String port = Integer.toString(taken.getLocalPort());
                    String other = option.equals("--port") ? "--control-port" : "--port";

                    Ended ended = AppProcess.run(directory, "run", "--json", option, port, other, "0");

                    assertThat(ended.code()).isEqualTo(1);
                    assertThat(ended.out()).isEmpty();
                    assertThat(ended.err())
                            .startsWith("tapgateway: Port " + port + " on ")
                            .contains(" is already in use by process "
                                    + ProcessHandle.current().pid())
                            .hasLineCount(1);
                    assertThat(names(home())).isSubsetOf("agents", "gateway.lock", "logs", "providers");
                    assertThat(discovery()).doesNotExist();
                }
            }
        }
    }

    @Test
    void T08_what_a_killed_gateway_left_is_replaced_and_its_tokens_are_worthless() throws Exception {
        String oldOwnerToken;
        try (AppProcess killed = AppProcess.start(directory, RUN)) {
            oldOwnerToken = ownerToken(killed.json());
            killed.signal("KILL");
            killed.end();
        }
        assertThat(discovery()).exists();

        try (AppProcess app = AppProcess.start(directory, RUN)) {
            JsonValue listening = app.json();

            assertThat(app.errors()).isEmpty();
            assertThat(discovery()).hasSameTextualContentAs(home().resolve("provider.token"));
            assertThat(ownerToken(listening)).isNotEqualTo(oldOwnerToken);
            assertLooksLike(
                    get(listening, "api/health", oldOwnerToken), "{'error':{'code':'UNAUTHORIZED','message':'*'}}");
        }
    }

    @Test
    void a_home_that_cannot_be_used_is_refused_in_one_sentence() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));

        for (String home : List.of(file.toString(), file + "/below", "/proc/none")) {
            Ended ended = AppProcess.run(directory, "run", "--json", "--home", home);

            assertThat(ended.code()).isEqualTo(1);
            assertThat(ended.out()).isEmpty();
            assertThat(ended.err()).startsWith("tapgateway: ").hasLineCount(1).doesNotContain("Exception");
        }
    }

    @Test
    void without_a_terminal_it_greets_and_brings_a_demo() throws Exception {
        try (AppProcess app = AppProcess.start(
                directory, "--port", "0", "--control-port", "0", "--session", "review:PR #42:/code/foo")) {
            assertThat(app.line()).startsWith("Tap Gateway ").endsWith(" is listening.");
            for (String line = app.line(); !line.startsWith("Ctrl-C"); line = app.line()) {
                assertThat(line).doesNotContain(Files.readString(home().resolve("owner.token")));
            }

            assertThat(AppProcess.run(directory, "call", "demo_greet", "{\"name\":\"Ada\"}"))
                    .isEqualTo(new Ended(0, "\"Hello, Ada!\"\n", ""));
            assertThat(AppProcess.run(directory, "call", "demo_countdown", "{\"seconds\":1}"))
                    .isEqualTo(new Ended(0, "\"Lift-off!\"\n", "demo_countdown: 1 …\n"));
            assertThat(AppProcess.run(directory, "sessions").out())
                    .contains("*  review  active  3      1          PR #42  /code/foo");
            app.signal("TERM");
            assertThat(app.end().code()).isEqualTo(143);
        }
    }

    private static ScriptedPeer greeter(JsonValue listening) throws Exception {
        return SocketWire.authenticated(listening)
                .receives("{\"type\":\"sessions\",\"active\":[{\"id\":\"main\",\"*\":\"*\"}]}")
                .sends("{\"type\":\"hello\",\"protocolVersion\":2,\"name\":\"greeter\",\"session\":\"main\",\"tools\":["
                        + "{\"name\":\"greet\",\"description\":\"Greets somebody\",\"parameters\":{}}]}")
                .receives("{\"type\":\"hello.ack\",\"*\":\"*\"}")
                .receives("{\"type\":\"session.lifecycle\",\"state\":\"started\",\"*\":\"*\"}");
    }

    private static JsonValue get(JsonValue listening, String path, String token) throws Exception {
        return send(HttpRequest.newBuilder(url(listening, path)).GET(), token);
    }

    private static void delete(JsonValue listening, String path) throws Exception {
        send(HttpRequest.newBuilder(url(listening, path)).DELETE(), ownerToken(listening));
    }

    private static JsonValue send(HttpRequest.Builder request, String token) throws Exception {
        HttpResponse<String> response = HttpClient.newHttpClient()
                .send(request.header("Authorization", "Bearer " + token).build(), HttpResponse.BodyHandlers.ofString());
        return JsonValue.parse(response.body());
    }

    private static URI url(JsonValue listening, String path) {
        return URI.create(listening.get("controlUrl").orElseThrow().asString() + path);
    }

    private static String ownerToken(JsonValue listening) throws IOException {
        return Files.readString(
                Path.of(listening.get("ownerTokenFile").orElseThrow().asString()));
    }

    private static void assertLooksLike(JsonValue actual, String pattern) {
        assertThat(JsonPattern.parse(pattern.replace('\'', '"')).mismatch(actual, new Captures()))
                .as(actual.json())
                .isEmpty();
    }

    private Path home() {
        return directory.resolve("home");
    }

    private Path discovery() {
        return directory.resolve("copilot/extensions/tap/.provider-token");
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private static List<String> names(Path path) throws IOException {
        try (Stream<Path> content = Files.list(path)) {
            return content.map(file -> file.getFileName().toString()).toList();
        }
    }
}
