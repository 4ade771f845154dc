package io.tapgateway.conformance.provider;

import static io.tapgateway.conformance.provider.ProviderStage.require;

import io.tapgateway.conformance.ConformanceCase;
import io.tapgateway.conformance.ConformanceProfile;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.testkit.ScriptedPeer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a provider must do at a gateway. Immutable. */
enum ProviderCase {
    BINDS(ConformanceProfile.CORE, "It joins a session with its tools.", "C/hello", "L-001") {
        @Override
        void play(ProviderStage stage) throws IOException {
            stage.begin();
        }
    },
    ANSWERS(ConformanceProfile.CORE, "A call has one answer, with its result.", "C/tool.call", "C/tool.result") {
        @Override
        void play(ProviderStage stage) throws IOException {
            stage.begin();
            stage.requireAnswer();
            stage.requireAnswer();
        }
    },
    REFUSES(
            ConformanceProfile.FULL,
            "Arguments that do not fit are the caller's mistake, whatever the gateway has checked.",
            "L-005") {
        @Override
        void play(ProviderStage stage) throws IOException {
            stage.begin();
            stage.requireRefusal();
            stage.requireAnswer();
        }
    },
    REPORTS(ConformanceProfile.FULL, "What takes its time says how far it is.", "A/tool.progress") {
        @Override
        void play(ProviderStage stage) throws IOException {
            stage.begin();
            stage.requireReport();
        }
    },
    CANCELS(
            ConformanceProfile.CORE,
            "A call that is given up is answered as cancelled, and the provider goes on.",
            "C/tool.cancel",
            "D-144") {
        @Override
        void play(ProviderStage stage) throws IOException {
            stage.begin();
            stage.requireCancellation();
        }
    },
    WAITS_FOR_A_GATEWAY(ConformanceProfile.FULL, "A provider may start before its gateway.", "L-006", "A/reconnect") {
        @Override
        void play(ProviderStage stage) throws IOException {
            stage.gateway().start();
            stage.gateway().disconnect();
            try (ClosedDoor door = ClosedDoor.at(stage.gateway().port())) {
                stage.launch();
                stage.awaitAttempt(door);
            }
            stage.pass(A_MOMENT);
            stage.gateway().connect();
            stage.awaitTools();
        }
    },
    COMES_BACK(ConformanceProfile.FULL, "A lost connection is made anew.", "A/reconnect", "L-001") {
        @Override
        void play(ProviderStage stage) throws IOException {
            stage.begin();
            stage.disconnect();
            stage.gateway().connect();
            stage.awaitTools();
            stage.requireAnswer();
        }
    },
    SURVIVES_A_RESTART(
            ConformanceProfile.FULL,
            "After a crash of the gateway everything begins anew, with the token of the next one.",
            "C/crash",
            "C/authentication") {
        @Override
        void play(ProviderStage stage) throws IOException {
            stage.begin();
            stage.gateway().kill();
            stage.gateway().start();
            stage.awaitTools();
            stage.requireAnswer();
        }

        /** Who has read the token just before its file changes shows the old one. */
        @Override
        Optional<String> refusal() {
            return Optional.of("AUTH_FAILED");
        }
    },
    BACKS_OFF(
            ConformanceProfile.FULL,
            "Who is not let in tries again after longer and longer waits.",
            "A/reconnect",
            "L-006") {
        @Override
        void play(ProviderStage stage) throws IOException {
            stage.begin();
            stage.gateway().door().shut(true);
            stage.disconnect();
            stage.gateway().connect();
            stage.pass(A_WHILE);
            int attempts = stage.gateway().door().refused();
            require(attempts > 0, "it does not try to come back within " + A_WHILE.toSeconds() + " s");
            require(
                    attempts <= MOST_ATTEMPTS,
                    "it has tried " + attempts + " times in " + A_WHILE.toSeconds()
                            + " s; wait half a second, then twice as long each time");
            stage.gateway().door().shut(false);
            stage.awaitTools();
        }
    },
    LETS_A_SESSION_GO(
            ConformanceProfile.CORE,
            "A session that is about to end is let go before its deadline.",
            "C/session.lifecycle",
            "D-219") {
        @Override
        void play(ProviderStage stage) throws IOException {
            stage.begin();
            stage.requireFarewell();
        }

        @Override
        Optional<String> refusal() {
            return ON_ITS_WAY;
        }
    },
    JOINS_THE_NEXT_SESSION(
            ConformanceProfile.FULL, "Who has let a session go stays for others.", "C/session.lifecycle", "L-001") {
        @Override
        void play(ProviderStage stage) throws IOException {
            stage.begin();
            stage.requireFarewell();
            stage.gateway().openSession();
            stage.awaitTools();
            stage.requireAnswer();
        }

        @Override
        Optional<String> refusal() {
            return ON_ITS_WAY;
        }
    },
    WAITS_FOR_ITS_NAME(
            ConformanceProfile.FULL,
            "A tool that another provider has is no reason to give up; that may pass.",
            "C/error-codes",
            "L-006") {
        @Override
        void play(ProviderStage stage) throws IOException {
            stage.gateway().start();
            ScriptedPeer holder = ScriptedPeer.connect(stage.gateway().gateway().providerPort());
            String token = stage.gateway()
                    .gateway()
                    .tokens()
                    .issueSpawnToken(new SessionId("main"), new ProviderName("holder"))
                    .reveal();
            holder.sends("{\"type\":\"auth\",\"token\":\"" + token + "\"}");
            holder.sends(
                    "{\"type\":\"hello\",\"name\":\"holder\",\"protocolVersion\":2,\"session\":\"main\",\"tools\":["
                            + "{\"name\":\"" + stage.quick().name() + "\",\"description\":\"Taken\"}]}");
            stage.launch();
            stage.awaitSaid("it does not ask for a tool that is taken", "TOOL_CONFLICT");
            holder.sends("{\"type\":\"goodbye\"}");
            stage.awaitTools();
            stage.requireAnswer();
        }

        @Override
        Optional<String> refusal() {
            return Optional.of("TOOL_CONFLICT");
        }
    },
    SAYS_GOODBYE(ConformanceProfile.CORE, "Who leaves says goodbye.", "C/goodbye") {
        @Override
        void play(ProviderStage stage) throws IOException {
            stage.begin();
            stage.stop();
            stage.requireGoodbye();
        }
    },
    KEEPS_TOKENS_TO_ITSELF(ConformanceProfile.CORE, "Nobody is shown a token, whatever goes wrong.", "L-006", "T-07") {
        @Override
        void play(ProviderStage stage) throws IOException {
            stage.begin();
            stage.requireAnswer();
            stage.stop();
            stage.requireSecrecy();

            stage.gateway().writeToken("of-another-gateway");
            stage.launch();
            stage.awaitSaid("it does not show its token to the gateway", "AUTH_FAILED");
            stage.pass(A_MOMENT);
            stage.stop();
            stage.requireSecrecy();
        }

        @Override
        Optional<String> refusal() {
            return Optional.of("AUTH_FAILED");
        }
    };

    /** What was said before its session ended, and arrives afterwards. */
    private static final Optional<String> ON_ITS_WAY = Optional.of("not legal in state Unbound");

    private static final String SEPARATOR = " ";
    private static final Duration A_MOMENT = Duration.ofSeconds(1);
    private static final Duration A_WHILE = Duration.ofSeconds(5);

    /** Half a second, then twice as long each time, with some chance. */
    private static final int MOST_ATTEMPTS = 10;

    private final ConformanceProfile profile;
    private final String sentence;
    private final String rulings;

    ProviderCase(ConformanceProfile profile, String sentence, String... rulings) {
        this.profile = profile;
        this.sentence = sentence;
        this.rulings = String.join(SEPARATOR, rulings);
    }

    /** What is done and must come of it. */
    abstract void play(ProviderStage stage) throws IOException;

    /** What stands in a refusal that the case brings about, and that is no mistake. */
    Optional<String> refusal() {
        return Optional.empty();
    }

    /** What the protocol says there. */
    String sentence() {
        return sentence;
    }

    ConformanceCase about() {
        return new ConformanceCase(
                "provider/" + name().toLowerCase(Locale.ROOT).replace('_', '-'),
                profile,
                List.of(rulings.split(SEPARATOR, -1)));
    }
}
