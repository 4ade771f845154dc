package io.tapgateway.zot;

import static io.tapgateway.zot.Extensions.HELLO;
import static io.tapgateway.zot.Extensions.READY;
import static io.tapgateway.zot.Extensions.outcome;
import static io.tapgateway.zot.Extensions.tool;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.runtime.CallHandle;
import io.tapgateway.runtime.HookDecision;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Several extensions of one session; their programs do as the test says, and their time is virtual. */
class ExtensionSetTest {
    private Extensions extensions = new Extensions();
    private CompletableFuture<Void> settled = new CompletableFuture<>();

    @AfterEach
    void closeAll() {
        extensions.close();
    }

    private List<Extension> load(String... names) {
        List<Extension> all = List.of(names).stream()
                .map(it -> extensions.extension(it, ExtensionSettings.STANDARD))
                .toList();
        int before = extensions.started.size();
        settled = extensions.set.load(all, Set.of(), Set.of()).toCompletableFuture();
        extensions.until(() -> extensions.started.size() == before + names.length);
        return all;
    }

    private ScriptedExtension program(int rank) {
        return extensions.started.get(rank);
    }

    @Test
    void Z036_those_loaded_together_bind_together_once_all_are_ready_or_have_failed() {
        List<Extension> all = load("one", "two", "three");
        program(1).says(HELLO, tool("read"), READY);
        extensions.until(() -> program(1).heard("hello_ack").size() == 1);
        program(2).says("no hello");
        extensions.untilWithin(Extension.LAST_WORDS, () -> all.get(2).view().state() == ExtensionView.State.FAILED);
        assertThat(all.get(1).view().state()).isEqualTo(ExtensionView.State.STARTING);
        assertThat(extensions.tools()).isEmpty();

        program(0).says(HELLO, tool("read"), READY);

        extensions.until(settled::isDone);
        extensions.until(() -> extensions.tools().equals(List.of("read")));
        assertThat(all.get(0).wantedTools()).containsExactly("read");
        extensions.until(() -> all.get(0).view().tools().size() == 1);
        assertThat(all.get(1).view().tools()).isEmpty();
        assertThat(all.get(1).view().problems())
                .anyMatch(it -> it.contains("'read'") && it.contains("another extension"));
    }

    @Test
    void Z036_nobody_is_waited_for_longer_than_three_seconds_and_who_comes_later_binds_at_once() {
        List<Extension> all = load("one", "two");
        program(1).says(HELLO, tool("read"), READY);
        extensions.until(() -> program(1).heard("hello_ack").size() == 1);
        extensions.time.pass(ExtensionSet.SETTLING.minusMillis(1));
        assertThat(settled).isNotDone();

        extensions.time.pass(Duration.ofMillis(1));
        assertThat(settled).isDone();
        extensions.until(() -> extensions.tools().equals(List.of("read")));
        program(0).says(HELLO, tool("read"), tool("write"), READY);

        extensions.until(() -> extensions.tools().size() == 2);
        extensions.until(() -> all.get(1).view().tools().size() == 1);
        assertThat(all.get(0).view().problems()).anyMatch(it -> it.contains("'read'"));
    }

    @Test
    void Z052_when_the_holder_ends_for_good_the_next_rank_has_its_name_and_not_while_it_comes_back() throws Exception {
        List<Extension> all = load("one", "two");
        program(0).says(HELLO, tool("read"), READY);
        program(1).says(HELLO, tool("read"), READY);
        extensions.until(settled::isDone);
        extensions.until(() -> all.get(0).view().tools().size() == 1);

        program(0).ends(1);
        extensions.untilWithin(Extension.LAST_WORDS, () -> extensions.started.size() == 3);
        assertThat(all.get(1).view().tools()).isEmpty();
        program(2).says(HELLO, tool("read"), READY);
        extensions.until(() -> all.get(0).view().state() == ExtensionView.State.READY);
        program(2).ends(0);

        extensions.untilWithin(
                Extension.LAST_WORDS, () -> all.get(1).view().tools().size() == 1);
        CallHandle call = extensions.call("read");
        extensions.until(() -> program(1).heard("tool_call").size() == 1);
        program(1).says("{\"type\":\"tool_result\",\"id\":\"t-1\",\"content\":[]}");
        assertThat(outcome(call).ok()).isTrue();
    }

    @Test
    void ZI05_whoever_is_ready_first_the_same_extensions_have_the_same_names() {
        List<List<String>> seen = new ArrayList<>();
        for (int seed = 0; seed < 6; seed++) {
            extensions.close();
            extensions = new Extensions();
            List<Extension> all = load("one", "two", "three", "four");
            List<Integer> order = new ArrayList<>(List.of(0, 1, 2, 3));
            Collections.shuffle(order, new Random(seed));
            for (int rank : order) {
                program(rank).says(HELLO, tool("shared"), tool("own" + rank), tool("pair" + rank / 2), READY);
                extensions.until(() -> program(rank).heard("hello_ack").size() == 1);
            }
            extensions.until(settled::isDone);
            extensions.until(() -> extensions.tools().size() == 7);
            extensions.until(
                    () -> all.stream().mapToInt(it -> it.view().tools().size()).sum() == 7);
            seen.add(all.stream().map(it -> it.view().tools().toString()).toList());
        }

        assertThat(seen.get(0)).containsExactly("[shared, own0, pair0]", "[own1]", "[own2, pair1]", "[own3]");
        assertThat(seen).containsOnly(seen.get(0));
    }

    @Test
    void Z104_results_of_open_calls_count_after_shutdown() throws Exception {
        Extension extension = extensions.ready(tool("read"));
        extensions.until(() -> extensions.tools().equals(List.of("read")));
        CallHandle call = extensions.call("read");
        extensions.until(() -> extensions.newest().heard("tool_call").size() == 1);

        extension.stop();
        extensions.until(() -> extensions.newest().heard("shutdown").size() == 1);
        extensions.until(() -> extensions.tools().isEmpty());
        extensions.newest().says("{\"type\":\"tool_result\",\"id\":\"t-1\",\"content\":[]}");

        assertThat(outcome(call).ok()).isTrue();
    }

    @Test
    void Z106_a_reload_leaves_nothing_of_those_that_were_there() {
        load("one");
        program(0).says(HELLO, tool("read"), "{\"type\":\"register_command\",\"name\":\"go\"}", READY);
        extensions.until(() -> extensions.tools().equals(List.of("read")));

        CompletableFuture<Void> stopped = extensions.set.stop().toCompletableFuture();
        extensions.untilWithin(ExtensionRun.FAREWELL, stopped::isDone);
        settled = extensions
                .set
                .load(List.of(extensions.extension("one", ExtensionSettings.STANDARD)), Set.of(), Set.of())
                .toCompletableFuture();
        extensions.until(() -> extensions.started.size() == 2);
        program(1).says(HELLO, tool("write"), READY);

        extensions.until(() -> extensions.tools().equals(List.of("write")));
        assertThat(extensions.set.all())
                .singleElement()
                .satisfies(it -> assertThat(it.view().commands()).isEmpty());
        assertThat(program(0).stopped).isTrue();
    }

    private CompletableFuture<HookDecision> use() {
        return extensions.session.preToolUse("shell", JsonValue.EMPTY_OBJECT).toCompletableFuture();
    }

    @Test
    void Z036_the_use_of_a_tool_waits_until_all_have_settled() throws Exception {
        load("one", "two");
        CompletableFuture<HookDecision> use = use();
        program(0).says(HELLO, READY);
        extensions.until(() -> program(0).heard("hello_ack").size() == 1);
        assertThat(use).isNotDone();

        program(1).says(HELLO, READY);

        assertThat(use.get(30, TimeUnit.SECONDS).allowed()).isTrue();
    }

    @Test
    void Z070_Z105_what_was_guarded_stays_guarded_through_a_reload_until_the_guard_is_there_again() throws Exception {
        load("one");
        program(0).says(HELLO, Extensions.GUARD, READY);
        extensions.until(settled::isDone);

        CompletableFuture<Void> stopped = extensions.set.stop().toCompletableFuture();
        extensions.untilWithin(ExtensionRun.FAREWELL, stopped::isDone);
        assertThat(use().get(30, TimeUnit.SECONDS).allowed()).isFalse();
        load("other", "one");

        program(1).says(HELLO, READY);
        CompletableFuture<HookDecision> use = use();
        program(2).says(HELLO, READY);
        assertThat(use.get(30, TimeUnit.SECONDS).allowed()).isFalse();
        program(2).says(Extensions.GUARD);
        extensions.until(() -> !extensions.set.all().get(1).view().intercepts().isEmpty());
        CompletableFuture<HookDecision> asked = use();
        extensions.until(() -> program(2).heard("event_intercept").size() == 1);
        program(2).says("{\"type\":\"event_intercept_response\",\"id\":\"i-1\"}");

        assertThat(asked.get(30, TimeUnit.SECONDS).allowed()).isTrue();
    }

    @Test
    void Z070_a_guard_that_is_not_started_again_denies_until_a_person_frees_it() throws Exception {
        load("one");
        program(0).says(HELLO, Extensions.GUARD, READY);
        extensions.until(settled::isDone);
        CompletableFuture<Void> stopped = extensions.set.stop().toCompletableFuture();
        extensions.untilWithin(ExtensionRun.FAREWELL, stopped::isDone);

        extensions.set.load(List.of(), Set.of(), Set.of()).toCompletableFuture().join();
        assertThat(use().get(30, TimeUnit.SECONDS).allowed()).isFalse();
        assertThat(extensions.set.release(new ProviderName("other"))).isFalse();
        assertThat(extensions.set.release(new ProviderName("ONE"))).isTrue();
        extensions.time.settle();

        assertThat(use().get(30, TimeUnit.SECONDS).allowed()).isTrue();
    }

    @Test
    void Z070_Z071_one_that_was_switched_off_guards_nothing_and_one_that_is_required_and_missing_does()
            throws Exception {
        load("one");
        program(0).says(HELLO, Extensions.GUARD, READY);
        extensions.until(settled::isDone);
        CompletableFuture<Void> stopped = extensions.set.stop().toCompletableFuture();
        extensions.untilWithin(ExtensionRun.FAREWELL, stopped::isDone);

        extensions
                .set
                .load(List.of(), Set.of(new ProviderName("one")), Set.of())
                .toCompletableFuture()
                .join();
        assertThat(use().get(30, TimeUnit.SECONDS).allowed()).isTrue();
        extensions
                .set
                .load(List.of(), Set.of(), Set.of(new ProviderName("missing")))
                .toCompletableFuture()
                .join();

        assertThat(((HookDecision.Deny) use().get(30, TimeUnit.SECONDS)).reason())
                .contains("missing", "'ext stop missing'");
    }

    @Test
    void Z070_one_that_fails_open_guards_nothing_once_it_is_not_started_any_more() throws Exception {
        Extension extension = extensions.extension("one", ExtensionSettings.STANDARD.withFailOpen(true));
        settled = extensions.set.load(List.of(extension), Set.of(), Set.of()).toCompletableFuture();
        extensions.until(() -> extensions.started.size() == 1);
        program(0).says(HELLO, Extensions.GUARD, READY);
        extensions.until(settled::isDone);
        CompletableFuture<Void> stopped = extensions.set.stop().toCompletableFuture();
        extensions.untilWithin(ExtensionRun.FAREWELL, stopped::isDone);

        extensions.set.load(List.of(), Set.of(), Set.of()).toCompletableFuture().join();

        assertThat(use().get(30, TimeUnit.SECONDS).allowed()).isTrue();
    }

    @Test
    void Z105_who_is_stopped_before_it_has_begun_has_no_program_and_goes_on_guarding() {
        Extension extension = extensions.extension("demo", ExtensionSettings.STANDARD.withRequired(true));
        extension.retire();
        extensions.time.settle();

        extensions.set.add(0, extension);

        extensions.until(() -> !extensions.use().join().allowed());
        extensions.time.settle();
        assertThat(extensions.started).isEmpty();
        assertThat(extension.view().state()).isEqualTo(ExtensionView.State.ENDED);
    }
}
