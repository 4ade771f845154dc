package io.tapgateway.agentserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.agentserver.anywhere.AnywhereReply;
import io.tapgateway.agentserver.anywhere.AnywhereRequest;
import io.tapgateway.agentserver.anywhere.Folder;
import io.tapgateway.model.openai.OpenAiEndpoint;
import io.tapgateway.model.openai.OpenAiModel;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.protocol.model.PushLevel;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.ProviderBuilder;
import io.tapgateway.provider.hook.GateDecision;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.testkit.ScriptedEndpoint;
import io.tapgateway.transport.local.LocalProviderTransport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs: requests, a real gateway, an agent, and an endpoint on the loopback that stands for a model. */
class AnywhereServerTest {
    private static final int DEADLINE_SECONDS = 60;

    @TempDir
    private Path directory;

    private final ScriptedEndpoint endpoint;
    private final Gateway gateway = Gateway.builder().build();
    private final GatewayLender lender = new GatewayLender(gateway);
    private final ManualLater later = new ManualLater();
    private Folder folder;
    private AnywhereServer server;
    private Listener listener;

    AnywhereServerTest() throws IOException {
        endpoint = new ScriptedEndpoint();
    }

    @BeforeEach
    void start() throws Exception {
        OpenAiModel model = OpenAiModel.at(OpenAiEndpoint.of(endpoint.baseUrl(), "m", Optional.empty()));
        Path path = Files.createDirectories(directory.resolve("code"));
        folder = Folder.of(path, path, Instant.EPOCH, Set.of());
        server = AnywhereServer.of(new AnywhereSettings(List.of(folder), model, "m"), lender, System::nanoTime, later);
        listener = new Listener();
    }

    @AfterEach
    void close() {
        server.close();
        gateway.closeNow();
        endpoint.close();
    }

    @Test
    void A005_a_chat_is_streamed_as_the_model_speaks_and_no_tool_is_offered() throws Exception {
        attach(Provider.named("deployer").tool("deploy", "Deploys", Schema.object(), call -> "deployed"));
        endpoint.streams("stop", "{\"content\":\"Hel\"}", "{\"content\":\"lo.\"}");

        String id = says("{\"text\":\"Hi.\"}");

        assertThat(listener.untilDone())
                .containsExactly("inbound Hi.", "fragment Hel", "fragment lo.", "done answered");
        assertThat(id).hasSize(36);
        assertThat(endpoint.requests().get(0).get("tools")).isEmpty();
    }

    @Test
    void A019_a_model_works_in_steps_until_it_is_done() throws Exception {
        List<String> used = new CopyOnWriteArrayList<>();
        attach(Provider.named("deployer")
                .tool("build", "Builds", Schema.object(), call -> {
                    used.add("build");
                    return "built";
                })
                .tool("deploy", "Deploys", Schema.object(), call -> {
                    used.add("deploy");
                    throw new IllegalStateException("no");
                })
                .tool("tell", "Tells", Schema.object().required("who", Schema.string()), call -> {
                    used.add("tell " + call.stringArg("who"));
                    return "told";
                }));
        endpoint.says("{\"actions\":[{\"tool\":\"build\"},{\"tool\":\"deploy\"},{\"tool\":\"tell\",\"who\":\"Ada\"}],"
                        + "\"commentary\":\"Out with it\",\"done\":false}")
                .says("{\"finalSummary\":\"It is out.\",\"done\":true}");

        says("{\"text\":\"Ship it.\",\"mode\":\"agent\",\"maxSteps\":4}");

        List<String> told = listener.untilDone();
        assertThat(told)
                .startsWith("inbound Ship it.", "fragment Step 1/4: Out with it\n")
                .endsWith("fragment It is out.", "done answered");
        assertThat(told).anyMatch(it -> it.startsWith("fragment < deploy")).contains("fragment < tell told\n");
        assertThat(used).containsExactly("build", "deploy", "tell Ada");
        assertThat(endpoint.requests().get(1).json()).contains("TOOL_RESULTS", "<provider-text kind=");
    }

    @Test
    void A022_a_model_that_finds_no_step_is_corrected_and_then_given_up() throws Exception {
        endpoint.says("I will.").says("Soon.").says("Now.");

        says("{\"text\":\"Go.\",\"mode\":\"agent\"}");

        assertThat(listener.untilDone()).endsWith("done invalid");
        assertThat(endpoint.requests()).hasSize(3);
        assertThat(endpoint.requests().get(1).json()).contains("no JSON object");
    }

    @Test
    void A025_the_last_step_says_that_it_was_the_last() throws Exception {
        attach(Provider.named("deployer").tool("build", "Builds", Schema.object(), call -> "built"));
        endpoint.says("{\"actions\":[{\"tool\":\"build\"}]}").says("{\"actions\":[{\"tool\":\"build\"}]}");

        says("{\"text\":\"Go.\",\"mode\":\"agent\",\"maxSteps\":2}");

        assertThat(listener.untilDone()).contains("fragment Step 2/2\n").endsWith("done limit");
        assertThat(endpoint.requests()).hasSize(2);
    }

    @Test
    void A017_a_run_is_cancelled_between_two_pieces() throws Exception {
        endpoint.fallsSilentAfter("{\"content\":\"Hel\"}");
        String id = says("{\"text\":\"Hi.\"}");
        listener.until("fragment Hel");

        assertThat(post("/cancel", "{\"id\":\"" + id + "\"}").body()).isEqualTo("{\"cancelled\":true}");

        assertThat(listener.untilDone()).endsWith("done cancelled");
    }

    @Test
    void A016_runs_follow_one_another() throws Exception {
        endpoint.says("One.").says("Two.");

        says("{\"text\":\"1\"}");
        says("{\"text\":\"2\"}");

        List<String> told = new ArrayList<>(listener.untilDone());
        told.addAll(listener.untilDone());
        assertThat(told).containsSubsequence("fragment One.", "done answered", "fragment Two.", "done answered");
        assertThat(endpoint.requests().get(1).json()).contains("One.");
    }

    @Test
    void A010_what_is_forgotten_is_not_told_to_the_model() throws Exception {
        endpoint.says("One.").says("Two.");
        says("{\"text\":\"1\"}");
        listener.untilDone();

        assertThat(request("DELETE", "/sessions/" + folder.id(), "").status()).isEqualTo(200);
        says("{\"text\":\"2\"}");

        listener.untilDone();
        assertThat(endpoint.requests().get(1).json()).doesNotContain("One.");
    }

    @Test
    void A012_a_provider_asks_for_a_run() throws Exception {
        BoundProvider ci = attach(Provider.named("ci"));
        endpoint.says("Oh.");

        ci.push(PushLevel.INJECT, "The build failed.");

        assertThat(listener.untilDone())
                .element(0)
                .asString()
                .startsWith("inbound")
                .contains("The build failed.");
    }

    @Test
    void A012_an_interrupt_from_elsewhere_leaves_no_run_without_its_end() throws Exception {
        BoundProvider ci = attach(Provider.named("ci"));
        endpoint.fallsSilentAfter("{\"content\":\"Oh\"}");
        ci.push(PushLevel.INJECT, "The build failed.");
        listener.until("fragment Oh");
        says("{\"text\":\"And now?\"}");
        assertThat(request("GET", "/sessions", "").body()).contains("\"busy\":true");

        lender.lent().get(0).session().interrupt();

        assertThat(listener.untilDone()).endsWith("done cancelled");
        assertThat(listener.untilDone()).endsWith("done cancelled");
        assertThat(request("GET", "/sessions/" + folder.id(), "").body()).contains("\"busy\":false");
    }

    @Test
    void A026_what_is_asked_is_answered_by_a_client() throws Exception {
        attach(Provider.named("deployer")
                .tool("deploy", "Deploys", Schema.object(), call -> "deployed")
                .gate(Match.tool("deploy"), check -> GateDecision.ask("It is Friday.")));
        endpoint.says("{\"actions\":[{\"tool\":\"deploy\"}]}").says("{\"done\":true}");

        says("{\"text\":\"Deploy.\",\"mode\":\"agent\"}");
        String approval = listener.until("approvalRequest");

        assertThat(post("/approval", "{\"approvalId\":\"" + approval + "\",\"approved\":true}")
                        .status())
                .isEqualTo(200);
        assertThat(listener.untilDone())
                .contains("approvalDecision true", "fragment < deploy deployed\n")
                .endsWith("done answered");
        assertThat(post("/approval", "{\"approvalId\":\"" + approval + "\",\"approved\":false}")
                        .status())
                .isEqualTo(409);
    }

    @Test
    void T45_what_runs_is_what_was_shown() throws Exception {
        List<String> ran = new CopyOnWriteArrayList<>();
        attach(Provider.named("deployer")
                .tool("deploy", "Deploys", Schema.object().required("to", Schema.string()), call -> {
                    ran.add(call.args().json());
                    return "deployed";
                })
                .gate(Match.tool("deploy"), check -> GateDecision.ask("It is Friday.")));
        endpoint.says("{\"actions\":[{\"tool\":\"deploy\",\"to\":\"test\"},{\"tool\":\"deploy\",\"to\":\"live\"}]}")
                .says("{\"done\":true}");

        says("{\"text\":\"Deploy.\",\"mode\":\"agent\"}");
        String first = listener.until("approvalRequest");
        JsonValue shown = listener.last;
        post("/approval", "{\"approvalId\":\"" + first + "\",\"approved\":true}");
        String second = listener.until("approvalRequest");
        post("/approval", "{\"approvalId\":\"" + second + "\",\"approved\":false}");

        listener.untilDone();
        assertThat(ran).containsExactly(shown.get("arguments").orElseThrow().json());
        assertThat(ran).containsExactly("{\"to\":\"test\"}");
    }

    @Test
    void A014_who_comes_back_hears_what_was_missed() throws Exception {
        endpoint.says("One.");
        says("{\"text\":\"1\"}");
        listener.untilDone();

        Listener late = new Listener(Optional.empty(), Optional.of(listener.ids.get(0)));

        assertThat(late.untilDone()).containsExactly("fragment One.", "done answered");
    }

    @Test
    void A014_one_listener_too_many_is_told_so() throws Exception {
        for (int i = 1; i < AnywhereServer.MOST_LISTENERS; i++) {
            assertThat(listen(Optional.empty())).isEmpty();
        }

        assertThat(listen(Optional.empty()).orElseThrow().status()).isEqualTo(503);
        server.leave(listener.out);
        assertThat(listen(Optional.of(folder.id()))).isEmpty();
        assertThat(listen(Optional.of("x")).orElseThrow().status()).isEqualTo(404);
    }

    @Test
    void A011_folders_come_and_go() throws Exception {
        endpoint.fallsSilentAfter("{\"content\":\"Hel\"}");
        says("{\"text\":\"1\"}");
        listener.until("fragment Hel");

        Files.delete(folder.path());
        later.pass(AnywhereServer.LOOK);

        assertThat(listener.until("done")).isEqualTo("cancelled");
        listener.until("sessions");
        assertThat(listener.last.json()).isEqualTo("{\"sessions\":[]}");
        assertThat(post("/message", "{\"text\":\"2\"}").status()).isEqualTo(404);
        Files.createDirectory(folder.path());
        lender.lent().get(0).session().close().toCompletableFuture().get(DEADLINE_SECONDS, TimeUnit.SECONDS);
        later.pass(AnywhereServer.LOOK);
        listener.until("sessions");
        assertThat(listener.last.json()).contains(folder.id());
        endpoint.says("Back.");
        says("{\"text\":\"3\"}");
        assertThat(listener.untilDone()).contains("fragment Back.");
    }

    @Test
    void A012_a_server_that_stops_leaves_no_run_without_its_end() throws Exception {
        endpoint.fallsSilentAfter("{\"content\":\"Hel\"}");
        says("{\"text\":\"1\"}");
        says("{\"text\":\"2\"}");
        listener.until("fragment Hel");

        server.close();

        assertThat(listener.untilDone()).endsWith("done cancelled");
        assertThat(listener.untilDone()).endsWith("done cancelled");
    }

    @Test
    void A010_there_are_1_to_64_folders() {
        List<Folder> many = new ArrayList<>();
        for (int i = 0; i <= AnywhereSettings.MOST_FOLDERS; i++) {
            many.add(folder);
        }

        assertThatThrownBy(() -> new AnywhereSettings(many, question -> null, "m"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new AnywhereSettings(List.of(), question -> null, "m"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** Adds what it hears, one after the other. */
    private record Noting(Collection<String> heard) implements AnywhereListener {
        @Override
        public void missed(List<String> events) {
            heard.addAll(events);
        }

        @Override
        public void heard(String event) {
            heard.add(event);
        }
    }

    private Optional<AnywhereReply> listen(Optional<String> folder) throws Exception {
        return server.listen(folder, Optional.empty(), new Noting(new ArrayList<>()))
                .toCompletableFuture()
                .get(DEADLINE_SECONDS, TimeUnit.SECONDS);
    }

    private BoundProvider attach(ProviderBuilder provider) throws Exception {
        BoundProvider bound = LocalProviderTransport.attach(
                gateway, lender.lent().get(0).session().info().id(), provider.build());
        bound.whenBound().toCompletableFuture().get(DEADLINE_SECONDS, TimeUnit.SECONDS);
        return bound;
    }

    private AnywhereReply request(String method, String path, String body) throws Exception {
        AnywhereReply reply = server.answer(
                        new AnywhereRequest(method, path, Map.of(), Optional.of("application/json"), body, "me"))
                .toCompletableFuture()
                .get(DEADLINE_SECONDS, TimeUnit.SECONDS);
        reply.accepted().ifPresent(server::written);
        return reply;
    }

    private AnywhereReply post(String path, String body) throws Exception {
        return request("POST", path, body);
    }

    /** @return the id of the run */
    private String says(String body) throws Exception {
        AnywhereReply reply = post("/message", body);
        assertThat(reply.status()).as(reply.body()).isEqualTo(202);
        return reply.accepted().orElseThrow();
    }

    /** Reads a stream of events. */
    private final class Listener {
        private final BlockingQueue<String> arrived = new LinkedBlockingQueue<>();
        private final List<String> ids = new ArrayList<>();
        private JsonValue last = JsonValue.NULL;
        private final AnywhereListener out = new Noting(arrived);

        Listener() throws Exception {
            this(Optional.empty(), Optional.empty());
        }

        Listener(Optional<String> folder, Optional<String> heard) throws Exception {
            Optional<AnywhereReply> refusal =
                    server.listen(folder, heard, out).toCompletableFuture().get(DEADLINE_SECONDS, TimeUnit.SECONDS);
            assertThat(refusal).isEmpty();
        }

        private List<String> next() throws Exception {
            String text = arrived.poll(DEADLINE_SECONDS, TimeUnit.SECONDS);
            assertThat(text).as("an event after %s", ids.size()).isNotNull();
            String[] lines = text.split("\n", -1);
            ids.add(lines[0].substring("id: ".length()));
            return List.of(lines[1].substring("event: ".length()), lines[2].substring("data: ".length()));
        }

        private static String line(String name, JsonValue data) {
            String what = switch (name) {
                case "inbound" -> text(data, "text");
                case "fragment" -> text(data, "fragment");
                case "done" -> text(data, "reason");
                case "approvalRequest" -> text(data, "approvalId");
                case "approvalDecision" -> data.get("approved").orElseThrow().json();
                default -> "";
            };
            return name + " " + what;
        }

        private static String text(JsonValue data, String member) {
            return data.get(member).flatMap(JsonReader.TEXT::tryRead).orElse("");
        }

        List<String> untilDone() throws Exception {
            List<String> all = new ArrayList<>();
            do {
                all.add(nextLine());
            } while (!all.get(all.size() - 1).startsWith("done"));
            return all;
        }

        private String nextLine() throws Exception {
            List<String> event = next();
            try {
                last = JsonValue.parse(event.get(1));
                return line(event.get(0), last);
            } catch (MalformedJson e) {
                throw new AssertionError(event.toString(), e);
            }
        }

        /** @return what stands behind that beginning */
        String until(String beginning) throws Exception {
            String line;
            do {
                line = nextLine();
            } while (!line.startsWith(beginning));
            return line.substring(beginning.length()).strip();
        }
    }
}
