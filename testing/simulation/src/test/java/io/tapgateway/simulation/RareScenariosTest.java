package io.tapgateway.simulation;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.message.ToolResult;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.ToolDefinition;
import io.tapgateway.runtime.core.HostInput;
import io.tapgateway.runtime.core.Input;
import io.tapgateway.simulation.invariant.InvariantViolation;
import io.tapgateway.simulation.world.Mutation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * What chance comes across once in ten thousand scenarios is played here every time: the judges have to let the gateway
 * go on, and to notice in the very same scene if it is broken.
 */
class RareScenariosTest {
    private static final Limits NO_QUEUE = Limits.standard().with(Limit.QUEUED_CALLS, 0);

    /** More than anybody is told of in a second. */
    private static final int ERRORS = 25;

    @Test
    void I08_a_call_that_was_cancelled_as_another_connection_broke_keeps_its_slot() {
        assertThatCode(() -> playBrokenNeighbour(Mutation.NONE)).doesNotThrowAnyException();
    }

    @Test
    void I08_notices_a_slot_that_is_given_away_too_early_in_that_scene() {
        Mutation early = Mutant.limiting("I-08", "forgets cancelled calls", Limit.CANCELLED_SLOT_HOLD, 1)
                .mutation()
                .get();

        assertThatThrownBy(() -> playBrokenNeighbour(early))
                .isInstanceOf(InvariantViolation.class)
                .hasMessageContaining("I-08");
    }

    /**
     * The session ends because the one it waited for can no longer be understood, and with it a call to somebody else.
     */
    private static void playBrokenNeighbour(Mutation mutation) {
        WrittenScenario stage = new WrittenScenario(NO_QUEUE, mutation);
        stage.open("talk-1");
        stage.open("talk-2");
        WrittenScenario.Actor everywhere = stage.attach("talk-2");
        everywhere.say("{'type':'hello','name':'p1','protocolVersion':2,'session':'all','concurrency':{'max':1},"
                + "'tools':[{'name':'slow','description':'Takes its time'}]}");
        WrittenScenario.Actor broken = stage.spawn("talk-2", "p2");
        broken.say("{'type':'hello','name':'p2','protocolVersion':2,'session':'talk-2',"
                + "'tools':[{'name':'odd','description':'Breaks'}]}");
        stage.call("talk-2", "slow");
        stage.call("talk-2", "odd");
        stage.call("talk-2", "odd");
        stage.close("talk-2");
        everywhere.say("{'type':'shutdown.ready','sessionId':'talk-2'}");

        broken.say("{'type':'tool.result','data':1");

        stage.call("talk-1", "slow");
    }

    @Test
    void I45_what_an_instance_has_in_one_session_is_not_expected_of_it_in_another() {
        assertThatCode(() -> playMuffledInstance(Mutation.NONE)).doesNotThrowAnyException();
    }

    @Test
    void I45_notices_a_tool_that_stays_in_that_scene() {
        assertThatThrownBy(() -> playMuffledInstance(new Clinging()))
                .isInstanceOf(InvariantViolation.class)
                .hasMessageContaining("I-45: talk-2");
    }

    /** Who comes without tools keeps those it came with before. */
    private static final class Clinging extends TrafficMutation {
        private final Map<Hello.Identity, List<ToolDefinition>> known = new HashMap<>();

        @Override
        void onInput(Input input, Consumer<Input> core) {
            core.accept(replacing(input, Hello.class, this::withTools));
        }

        private Hello withTools(Hello hello) {
            Hello.Contribution all = hello.contribution();
            List<ToolDefinition> tools = all.tools()
                    .filter(it -> !it.isEmpty())
                    .orElseGet(() -> known.getOrDefault(hello.identity(), List.of()));
            known.put(hello.identity(), tools);
            Hello.Contribution more = new Hello.Contribution(
                    Optional.of(tools),
                    all.hooks(),
                    all.subscribe(),
                    all.concurrency(),
                    all.texts(),
                    all.metadata(),
                    all.content());
            return new Hello(hello.identity(), hello.session(), hello.reconnectToken(), more);
        }
    }

    /**
     * Nobody tells an instance that complained too much whether its change took effect, and the other one gives its
     * tool up.
     */
    private static void playMuffledInstance(Mutation mutation) {
        WrittenScenario stage = new WrittenScenario(Limits.standard(), mutation);
        stage.open("talk-1");
        stage.open("talk-2");
        WrittenScenario.Actor muffled = stage.attach("talk-1");
        muffled.say(hello("tab-1", ""));
        WrittenScenario.Actor other = stage.attach("talk-1");
        other.say(hello("tab-2", "{'name':'look','description':'Looks'}"));
        for (int i = 0; i < ERRORS; i++) {
            muffled.mutter("{'type':'nobody.knows'}");
        }
        muffled.say("{'type':'tools.update','sessionId':'talk-1','tools':[{'name':'look','description':'Looks'}]}");

        other.say(hello("tab-2", ""));
    }

    @Test
    void I08_an_instance_is_not_called_for_what_it_has_in_another_session() {
        assertThatCode(() -> playMuffledNeighbour(Mutation.NONE)).doesNotThrowAnyException();
    }

    @Test
    void I08_notices_an_instance_that_is_not_found_in_that_scene() {
        assertThatThrownBy(() -> playMuffledNeighbour(new Overlooking()))
                .isInstanceOf(InvariantViolation.class)
                .hasMessageContaining("I-08");
    }

    /** Calls of a certain instance are taken for calls of one that nobody knows. */
    private static final class Overlooking extends TrafficMutation {
        @Override
        void onInput(Input input, Consumer<Input> core) {
            core.accept(
                    input instanceof HostInput.ToolCalled call
                                    && call.args().get("target").isPresent()
                            ? new HostInput.ToolCalled(
                                    call.session(),
                                    call.id(),
                                    call.tool(),
                                    elsewhere(call.args()),
                                    call.options(),
                                    call.receipt())
                            : input);
        }

        private static JsonValue elsewhere(JsonValue args) {
            Map<String, JsonValue> other = new HashMap<>(args.members());
            other.put("target", JsonValue.of("tab-9"));
            return JsonValue.object(other);
        }
    }

    /** What an instance wants in a session another one is against, and nobody tells it: it complained too much. */
    private static void playMuffledNeighbour(Mutation mutation) {
        WrittenScenario stage = new WrittenScenario(Limits.standard(), mutation);
        stage.open("talk-1");
        stage.open("talk-2");
        WrittenScenario.Actor muffled = stage.attach("talk-1");
        muffled.say(hello("tab-1", ""));
        muffled.say("{'type':'tools.update','sessionId':'talk-1','tools':[{'name':'look','description':'Looks'}]}");
        WrittenScenario.Actor other = stage.attach("talk-1");
        other.say(hello("tab-2", "{'name':'look','description':'Looks'}"));
        for (int i = 0; i < ERRORS; i++) {
            muffled.mutter("{'type':'nobody.knows'}");
        }
        muffled.say("{'type':'tools.update','sessionId':'talk-2','tools':[{'name':'Look','description':'Looks'}]}");

        stage.call("talk-2", "look", "tab-1");
        stage.call("talk-2", "look", "tab-2");
    }

    @Test
    void I10_who_goes_with_its_session_makes_room_for_calls_that_wait_elsewhere() {
        WrittenScenario stage = new WrittenScenario(Limits.standard(), Mutation.NONE);
        stage.open("talk-1");
        stage.open("talk-2");
        WrittenScenario.Actor staying = stage.attach("talk-1");
        staying.say(
                "{'type':'hello','name':'p1','protocolVersion':2,'session':'talk-1','instance':'tab-1',"
                        + "'concurrency':{'max':2,'scope':'provider'},'tools':[{'name':'slow','description':'Takes its time'}]}");
        WrittenScenario.Actor strict = stage.attach("talk-1");
        strict.say("{'type':'hello','name':'p1','protocolVersion':2,'session':'talk-2','instance':'tab-2',"
                + "'concurrency':{'max':1,'scope':'provider'}}");
        stage.call("talk-1", "slow");
        stage.call("talk-1", "slow");
        stage.close("talk-2");

        assertThatCode(() -> strict.say("{'type':'shutdown.ready','sessionId':'talk-2'}"))
                .doesNotThrowAnyException();
    }

    @Test
    void I10_a_call_that_was_passed_on_has_its_turn_after_those_that_waited_there_before_it() {
        assertThatCode(() -> playPassedOnTwice(Mutation.NONE)).doesNotThrowAnyException();
    }

    @Test
    void I10_notices_an_answer_that_makes_no_room_in_that_scene() {
        assertThatThrownBy(() -> playPassedOnTwice(new Deaf()))
                .isInstanceOf(InvariantViolation.class)
                .hasMessageContaining("I-10");
    }

    /** Answers are lost on the way. */
    private static final class Deaf extends TrafficMutation {
        @Override
        void onInput(Input input, Consumer<Input> core) {
            if (message(input, ToolResult.class).isEmpty()) {
                core.accept(input);
            }
        }
    }

    /** The first of two calls is passed on to where the second one waits, and cannot stay there. */
    private static void playPassedOnTwice(Mutation mutation) {
        WrittenScenario stage = new WrittenScenario(Limits.standard(), mutation);
        stage.open("talk-1");
        WrittenScenario.Actor first = stage.attach("talk-1");
        first.say(busy("tab-1", "{'name':'look','description':'Looks'}"));
        stage.call("talk-1", "look");
        stage.call("talk-1", "look");
        WrittenScenario.Actor second = stage.attach("talk-1");
        second.say(
                busy("tab-2", "{'name':'look','description':'Looks'},{'name':'slow','description':'Takes its time'}"));
        stage.call("talk-1", "slow");
        stage.call("talk-1", "slow");
        first.say("{'type':'goodbye'}");
        stage.attach("talk-1").say(busy("tab-3", "{'name':'look','description':'Looks'}"));
        second.say("{'type':'tools.update','remove':['look']}");

        second.answer();
        second.answer();
    }

    @Test
    void I39_a_call_that_is_passed_on_by_a_rebind_may_be_denied_at_its_turn() {
        assertThatCode(() -> playDeniedElsewhere()).doesNotThrowAnyException();
    }

    /**
     * Of two calls one runs and one waits, when their provider binds anew, without the tool, with a rule against it and
     * less strict.
     */
    private static void playDeniedElsewhere() {
        WrittenScenario stage = new WrittenScenario(Limits.standard(), Mutation.NONE);
        stage.open("talk-1");
        WrittenScenario.Actor changing = stage.attach("talk-1");
        changing.say(sharing("tab-1", 1));
        stage.call("talk-1", "look");
        stage.call("talk-1", "look");
        stage.attach("talk-1").say(sharing("tab-2", 2));

        changing.say("{'type':'hello','name':'p1','protocolVersion':2,'session':'talk-1','instance':'tab-1','tools':[],"
                + "'hooks':{'onPreToolUse':[{'match':{'tool':'look'},'action':'deny','reason':'Not now.'}]}}");
    }

    /** The strictest of those who share their places has its way. */
    private static String sharing(String instance, int max) {
        return "{'type':'hello','name':'p1','protocolVersion':2,'session':'talk-1','instance':'" + instance
                + "','concurrency':{'max':" + max + ",'scope':'provider'},"
                + "'tools':[{'name':'look','description':'Looks'}]}";
    }

    private static String busy(String instance, String tools) {
        return "{'type':'hello','name':'p1','protocolVersion':2,'session':'talk-1','concurrency':{'max':1},'instance':'"
                + instance + "','tools':[" + tools + "]}";
    }

    private static String hello(String instance, String tools) {
        return "{'type':'hello','name':'p1','protocolVersion':2,'session':'all','instance':'" + instance + "','tools':["
                + tools + "]}";
    }
}
