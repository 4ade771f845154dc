package io.tapgateway.mcp.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Both ends of a connection, with a line between them that delays, repeats, garbles and is cut, and users who ask,
 * cancel and answer in any order (I-84 – I-86). Every other connection has no handshake.
 */
class BothEndsTest {
    private static final int SEEDS = 400;
    private static final int STEPS = 800;

    /** What is done wrong on purpose. */
    private enum Flaw {
        NONE,
        /** A server answers again what it has answered. */
        ANSWERS_TWICE,
        /** A server answers with what has come of another call. */
        MIXES_RESULTS_UP,
        /** A server lists what it had when it last told of a change. */
        LISTS_OLD_TOOLS,
        /** A client's person answers what somebody else has asked. */
        MIXES_FORMS_UP,
        /** A server never answers some calls. */
        FORGETS
    }

    @Test
    void whatever_the_line_does_requests_end_once_with_their_own_results_and_lists_are_new() {
        int judged = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            judged += new World(seed, Flaw.NONE).run();
        }
        assertThat(judged).isGreaterThan(SEEDS * STEPS / 40);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void every_flaw_is_noticed(Flaw flaw) {
        assertThatThrownBy(() -> {
                    for (int seed = 0; seed < SEEDS; seed++) {
                        new World(seed, flaw).run();
                    }
                })
                .as("%s", flaw)
                .isInstanceOf(AssertionError.class);
    }

    /** One connection from its beginning to its end. Confined to the test. */
    private static final class World {
        private final Random random;
        private final Flaw flaw;

        /** Whether the server refuses the handshake, and each request stands by itself. */
        private final boolean alone;

        private final ServerConnection server = new ServerConnection(Clients.PROFILE);
        private final ClientConnection client =
                new ClientConnection(new ClientProfile("agent", "Agent", "1", Optional.empty()));
        private final Deque<String> toServer = new ArrayDeque<>();
        private final Deque<String> toClient = new ArrayDeque<>();

        /** Calls that the server runs, with what is to come of each. */
        private final Map<OpenRequest, String> running = new HashMap<>();

        private final List<OpenRequest> lists = new ArrayList<>();
        private final Map<Long, String> called = new HashMap<>();
        private final Set<Long> cancelled = new HashSet<>();
        private final Set<Long> ended = new HashSet<>();
        private final Map<Long, String> elicited = new HashMap<>();
        private final Set<Long> givenUp = new HashSet<>();
        private final Set<Long> concluded = new HashSet<>();
        private final Map<OpenRequest, String> forms = new HashMap<>();
        private final List<Integer> changes = new ArrayList<>();
        private boolean cut;
        private int arrivals;
        private long unexpected;
        private int lastCall;
        private int revision;
        private int announced;
        private int heard;
        private int wanted;
        private int judged;

        private World(int seed, Flaw flaw) {
            this.random = new Random(seed);
            this.flaw = flaw;
            this.alone = seed % 2 == 1;
        }

        private int run() {
            toServer.add(client.begin(ClientConnection.Opening.HANDSHAKE));
            boolean mayCut = random.nextInt(4) == 0;
            for (int step = 0; step < STEPS; step++) {
                step();
                if (mayCut && random.nextInt(STEPS) == 0) {
                    cut = true;
                    toServer.clear();
                    toClient.clear();
                }
            }
            if (!cut) {
                settle();
            }
            return judged;
        }

        private void step() {
            switch (random.nextInt(30)) {
                case 0, 1 -> call();
                case 2 -> cancel();
                case 3, 4 -> finish();
                case 5 -> elicit();
                case 6 -> fillIn();
                case 7 -> change();
                case 8 -> list();
                case 9 -> giveUp();
                default -> deliver();
            }
        }

        /** Everything that is on its way arrives, and everybody does what is due. */
        private void settle() {
            while (!toServer.isEmpty() || !toClient.isEmpty() || !running.isEmpty() || !forms.isEmpty()) {
                deliver();
                if (random.nextBoolean()) {
                    finish();
                    fillIn();
                }
            }
            lists.forEach(this::answerList);
            lists.clear();
            while (!toServer.isEmpty() || !toClient.isEmpty()) {
                deliver();
            }
            called.keySet()
                    .forEach(it -> assertThat(ended.contains(it) || cancelled.contains(it))
                            .as("call %s has ended", it)
                            .isTrue());
            elicited.keySet()
                    .forEach(it -> assertThat(concluded.contains(it) || givenUp.contains(it))
                            .as("request %s of the server has ended", it)
                            .isTrue());
            assertThat(server.isBusy()).isFalse();
        }

        private void call() {
            String word = "word" + lastCall++;
            client.call("echo", JsonValue.of(Map.of("text", word)), Optional.empty(), Optional.empty())
                    .ifPresent(it -> {
                        called.put(it.number(), word);
                        send(toServer, it.text());
                    });
        }

        private void cancel() {
            any(called.keySet())
                    .ifPresent(call -> client.cancel(call, "enough").ifPresent(text -> {
                        cancelled.add(call);
                        send(toServer, text);
                    }));
        }

        private void finish() {
            any(running.keySet()).ifPresent(request -> {
                String word = running.remove(request);
                if (flaw == Flaw.FORGETS && random.nextInt(8) == 0) {
                    return;
                }
                String said = flaw == Flaw.MIXES_RESULTS_UP
                        ? running.values().stream().findFirst().orElse(word)
                        : word;
                boolean due = server.end(request);
                String text = RpcText.result(request.id(), JsonValue.of(Map.of("said", said)));
                if (due) {
                    send(toClient, text);
                }
                if (due && flaw == Flaw.ANSWERS_TWICE) {
                    send(toClient, text);
                }
            });
            if (!lists.isEmpty() && random.nextBoolean()) {
                answerList(lists.remove(0));
            }
        }

        private void answerList(OpenRequest request) {
            if (server.end(request)) {
                int shown = flaw == Flaw.LISTS_OLD_TOOLS ? Math.max(0, announced - 1) : revision;
                JsonValue tool = JsonValue.of(Map.of("name", "t", "revision", shown));
                send(toClient, RpcText.result(request.id(), JsonValue.of(Map.of("tools", List.of(tool)))));
            }
        }

        /** Where requests stand by themselves, what is asked is the answer to one of them. */
        private void elicit() {
            if (alone) {
                return;
            }
            String word = "form" + lastCall++;
            server.elicit(word, JsonValue.EMPTY_OBJECT).ifPresent(it -> {
                elicited.put(it.number(), word);
                send(toClient, it.text());
            });
        }

        private void giveUp() {
            any(elicited.keySet())
                    .ifPresent(it -> server.giveUp(it).ifPresent(text -> {
                        givenUp.add(it);
                        send(toClient, text);
                    }));
        }

        private void fillIn() {
            any(forms.keySet()).ifPresent(request -> {
                String word = forms.remove(request);
                String said = flaw == Flaw.MIXES_FORMS_UP
                        ? forms.values().stream().findFirst().orElse(word)
                        : word;
                client.answer(request, ElicitationAnswer.of(JsonValue.of(Map.of("word", said))))
                        .ifPresent(text -> send(toServer, text));
            });
        }

        private void change() {
            revision++;
            server.changed(ListChange.TOOLS).forEach(said -> {
                announced = revision;
                changes.add(revision);
                send(toClient, said.text());
            });
        }

        private void list() {
            client.list(ServerList.TOOLS).ifPresent(text -> {
                wanted = heard;
                send(toServer, text);
            });
        }

        /** A line may repeat responses and have garbage between messages, as peers print it. */
        private void send(Deque<String> line, String text) {
            if (cut) {
                return;
            }
            line.add(text);
            if (random.nextInt(40) == 0) {
                line.add(random.nextBoolean() ? "{" : "{\"jsonrpc\":\"2.0\",\"id\":\"stray\",\"result\":{}}");
            }
        }

        private void deliver() {
            if (random.nextBoolean()) {
                Optional.ofNullable(toServer.poll()).ifPresent(this::arrive);
            } else {
                Optional.ofNullable(toClient.poll()).ifPresent(it -> hear(it, client.receive(RpcMessage.read(it))));
            }
        }

        private void arrive(String text) {
            if (alone && text.contains("\"initialize\"")) {
                send(toClient, "{\"jsonrpc\":\"2.0\",\"id\":0,\"error\":{\"code\":-32601,\"message\":\"No\"}}");
            } else {
                act(server.receive(RpcMessage.read(text)));
            }
        }

        private void act(Reaction reaction) {
            if (reaction instanceof Reaction.Welcome welcome) {
                send(toClient, welcome.text());
            } else if (reaction instanceof Reaction.Answer answer) {
                send(toClient, answer.text());
            } else if (reaction instanceof Reaction.Serve serve && serve.ask() instanceof ClientAsk.CallTool tool) {
                running.put(serve.request(), text(tool.params().args(), "text"));
            } else if (reaction instanceof Reaction.Serve serve && serve.ask() instanceof ClientAsk.Listen listen) {
                server.listen(serve.request(), listen.wanted()).ifPresent(text -> send(toClient, text));
            } else if (reaction instanceof Reaction.Serve serve) {
                lists.add(serve.request());
            } else if (reaction instanceof Reaction.Conclude conclusion) {
                judged++;
                assertThat(concluded.add(conclusion.request())).as("once").isTrue();
                assertThat(givenUp).doesNotContain(conclusion.request());
                assertThat(text(conclusion.result().orElseThrow().get("content").orElseThrow(), "word"))
                        .isEqualTo(elicited.get(conclusion.request()));
            }
        }

        private void hear(String text, ServerNews news) {
            assertThat(isUnasked(text)).as("nobody waits for %s", text).isFalse();
            if (news instanceof ServerNews.Met met) {
                met.texts().forEach(it -> send(toServer, it));
            } else if (news instanceof ServerNews.Reply reply) {
                send(toServer, reply.text());
            } else if (news instanceof ServerNews.Result result) {
                judged++;
                assertThat(ended.add(result.call())).as("once").isTrue();
                assertThat(text(result.value(), "said")).isEqualTo(called.get(result.call()));
            } else if (news instanceof ServerNews.Failure failure) {
                judged++;
                assertThat(ended.add(failure.call())).as("once").isTrue();
            } else if (news instanceof ServerNews.ListChanged) {
                heard = changes.get(arrivals++);
            } else if (news instanceof ServerNews.Listed listed) {
                judged++;
                long shown = listed.definitions()
                        .get(0)
                        .get("revision")
                        .orElseThrow()
                        .asWholeNumber()
                        .orElseThrow();
                assertThat(shown).isGreaterThanOrEqualTo(wanted);
            } else if (news instanceof ServerNews.Asked asked) {
                forms.put(asked.request(), asked.what().message());
            } else if (news instanceof ServerNews.Withdrawn withdrawn) {
                forms.remove(withdrawn.request());
            }
        }

        /** Whether it is a response that the connection counts as one too many, and no stray one. */
        private boolean isUnasked(String text) {
            long now = client.unexpectedResponses();
            boolean more = now > unexpected;
            unexpected = now;
            return more && !text.contains("stray");
        }

        private static String text(JsonValue of, String member) {
            return of.get(member).flatMap(JsonReader.TEXT::tryRead).orElseThrow();
        }

        private <T> Optional<T> any(Set<T> of) {
            return of.stream()
                    .skip(of.isEmpty() ? 0 : random.nextInt(of.size()))
                    .findFirst();
        }
    }
}
