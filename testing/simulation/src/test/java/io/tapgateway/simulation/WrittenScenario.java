package io.tapgateway.simulation;

import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.transport.Peer;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.world.InvariantChecker;
import io.tapgateway.simulation.world.Mutation;
import io.tapgateway.simulation.world.RandomSource;
import io.tapgateway.simulation.world.Scheduler;
import io.tapgateway.simulation.world.SimulatedGateway;
import io.tapgateway.simulation.world.SimulatedLink;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** A scenario that is written down instead of drawn by lot, judged like all others. Confined to one test. */
final class WrittenScenario {
    private static final Duration A_MOMENT = Duration.ofMillis(100);

    private final RandomSource random = new RandomSource(1);
    private final Scheduler scheduler = new Scheduler();
    private final SimulatedGateway gateway;

    WrittenScenario(Limits limits, Mutation mutation) {
        gateway = new SimulatedGateway(
                scheduler,
                new InvariantChecker(new ReferenceModel(limits), Invariants.all(), false),
                mutation,
                limits,
                random);
    }

    void open(String session) {
        gateway.openSession(SessionInfo.of(session, "Talk", Path.of("/code/" + session)));
    }

    void close(String session) {
        gateway.closeSession(new SessionId(session));
        pass(A_MOMENT);
    }

    void call(String session, String tool) {
        gateway.call(new SessionId(session), tool, Optional.empty());
    }

    void call(String session, String tool, String instance) {
        gateway.call(new SessionId(session), tool, Optional.of(instance));
    }

    /** A provider in the gateway's process, attached to a session. */
    Actor attach(String session) {
        return new Actor(new Peer.InProcess(new SessionId(session)));
    }

    /** A provider of its own process, with a session's token. */
    Actor spawn(String session, String name) {
        String token = gateway.spawnToken(new SessionId(session), name).orElseThrow();
        Actor actor = new Actor(new Peer.Remote(Optional.empty()));
        actor.say("{'type':'auth','token':'" + token + "'}");
        return actor;
    }

    /** Whatever is due within that time happens, in order. */
    void pass(Duration time) {
        long until = scheduler.now() + time.toNanos();
        while (Math.min(gateway.nextDeadline(), scheduler.next()) <= until) {
            if (gateway.nextDeadline() <= scheduler.next()) {
                scheduler.moveTo(gateway.nextDeadline());
                gateway.tick();
            } else {
                scheduler.runNext();
            }
        }
        scheduler.moveTo(until);
    }

    /** A provider that says what it is told to. */
    final class Actor {
        private final Deque<CallId> unanswered = new ArrayDeque<>();
        private final SimulatedLink link;

        private Actor(Peer peer) {
            link = new SimulatedLink(scheduler, gateway, random, new SimulatedLink.Endpoint() {
                @Override
                public void onMessage(GatewayMessage message) {
                    if (message instanceof ToolCall call) {
                        unanswered.addLast(call.id());
                    }
                }

                @Override
                public void onClosed(CloseCode code) {}
            });
            gateway.connect(link, peer);
            pass(A_MOMENT);
        }

        /** Says something, and waits until it has arrived. */
        void say(String text) {
            mutter(text);
            pass(A_MOMENT);
        }

        /** Answers the call that it got first of those it has not answered. */
        void answer() {
            say("{'type':'tool.result','id':'" + unanswered.removeFirst() + "','data':1}");
        }

        /** Sends a text in which apostrophes stand for quotation marks, and does not wait. */
        void mutter(String text) {
            link.send(text.replace('\'', '"'));
        }
    }
}
