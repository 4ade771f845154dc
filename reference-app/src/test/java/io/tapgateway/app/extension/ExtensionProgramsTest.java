package io.tapgateway.app.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.app.Installed;
import io.tapgateway.app.ProcessLife;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ContentBlock;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.testkit.ThoroughOnly;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Extensions in Python and Node.js, as real programs of a gateway in this process. */
@Timeout(300)
class ExtensionProgramsTest {
    /** Each way to answer a call, and some that are none. */
    private static final String ANSWERS = """
            import json, os, sys
            def emit(obj):
                sys.stdout.write(json.dumps(obj) + "\\n")
                sys.stdout.flush()
            emit({"type": "hello", "name": "answers"})
            for line in sys.stdin:
                msg = json.loads(line)
                if msg["type"] == "hello_ack":
                    with open(os.path.join(msg["data_dir"], "ack.json"), "w") as ack:
                        json.dump(msg, ack)
                    emit({"type": "register_tool", "name": "answer", "schema": {"type": "object"}})
                    emit({"type": "ready"})
                elif msg["type"] == "tool_call":
                    how = msg["args"]["how"]
                    text = lambda it: {"type": "text", "text": it}
                    image = {"type": "image", "mime_type": "image/png", "data": "iVBORw0KGgo="}
                    reply = {"type": "tool_result", "id": msg["id"], "content": [text("€ " + how)]}
                    if how == "image":
                        reply["content"].append(image)
                    elif how == "error":
                        reply["is_error"] = True
                    elif how == "other":
                        reply["content"] = [{"type": "video", "data": ""}]
                    elif how == "twice":
                        emit(reply)
                        reply["content"] = [text("second")]
                    elif how == "die":
                        os._exit(3)
                    elif how == "last":
                        emit(reply)
                        os._exit(0)
                    emit(reply)
                elif msg["type"] == "shutdown":
                    break
            """;

    /** Answers in any order, later than others ask. */
    private static final String CROWD = """
            const readline = require("node:readline");
            const say = frame => process.stdout.write(JSON.stringify(frame) + "\\n");
            say({type: "hello", name: "crowd"});
            say({type: "register_tool", name: "number"});
            say({type: "ready"});
            let waiting = [];
            const answer = () => {
              for (const call of waiting.reverse()) {
                say({type: "tool_result", id: call.id, content: [{type: "text", text: String(call.args.number)}]});
              }
              waiting = [];
            };
            readline.createInterface({input: process.stdin}).on("line", line => {
              const frame = JSON.parse(line);
              if (frame.type === "tool_call") {
                if (waiting.push(frame) === 1) setImmediate(answer);
              } else if (frame.type === "shutdown") {
                process.exit(0);
              }
            });
            """;

    private LiveExtensions extensions;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        extensions = new LiveExtensions(directory.toRealPath());
    }

    @AfterEach
    void stop() {
        extensions.close();
    }

    private void awaitTool(String name) {
        await().atMost(LiveExtensions.PATIENCE)
                .until(() -> extensions.session().gateway().tool(name).isPresent());
    }

    private ToolOutcome answer(String how) throws Exception {
        return extensions
                .session()
                .gateway()
                .callTool("answer", JsonValue.of(Map.of("how", how)))
                .toCompletableFuture()
                .get(30, TimeUnit.SECONDS);
    }

    @Test
    void Z056_Z058_a_python_extension_answers_in_every_way_there_is() throws Exception {
        Path made = extensions.script("answers", Installed.PYTHON.path(), ANSWERS);
        extensions.start(made);
        awaitTool("answer");

        assertThat(((ToolOutcome.Success) answer("text")).data().asString()).isEqualTo("€ text");
        assertThat(((ToolOutcome.Content) answer("image")).content().blocks())
                .hasSize(2)
                .last()
                .isInstanceOf(ContentBlock.Media.class);
        assertThat(answer("error").failedWith(ToolErrorCode.INTERNAL)).isTrue();
        assertThat(((ToolOutcome.Success) answer("other")).data().asString()).contains("'video'");
        assertThat(((ToolOutcome.Success) answer("twice")).data().asString()).isEqualTo("€ twice");
        assertThat(((ToolOutcome.Success) answer("text")).data().asString()).isEqualTo("€ text");
        assertThat(made.resolve("ack.json")).content().contains("\"extension_dir\": \"" + made + "\"");
    }

    @Test
    void Z100_Z102_one_that_dies_ends_its_call_at_once_and_comes_back() throws Exception {
        extensions.start(extensions.script("answers", Installed.PYTHON.path(), ANSWERS));
        awaitTool("answer");
        CompletableFuture<ToolOutcome> last = extensions
                .session()
                .gateway()
                .callTool("answer", JsonValue.of(Map.of("how", "die")))
                .toCompletableFuture();

        assertThat(last.get(30, TimeUnit.SECONDS).failedWith(ToolErrorCode.DISCONNECTED))
                .isTrue();
        await().atMost(LiveExtensions.PATIENCE).until(() -> extensions.states().contains("ready"));
        awaitTool("answer");
        assertThat(((ToolOutcome.Success) answer("last")).data().asString()).isEqualTo("€ last");
        await().atMost(LiveExtensions.PATIENCE).until(() -> extensions.states().contains("ended"));
    }

    @Test
    @ThoroughOnly("it makes 64,000 calls")
    void Z047_of_32_callers_with_2000_calls_each_none_is_lost_or_mixed_up() throws Exception {
        extensions.start(extensions.script("crowd", Installed.NODE.path(), CROWD));
        awaitTool("number");
        ExecutorService callers = Executors.newFixedThreadPool(32);
        try {
            List<Future<Integer>> all = IntStream.range(0, 32)
                    .mapToObj(caller -> callers.submit(() -> answered(caller)))
                    .toList();
            for (Future<Integer> one : all) {
                assertThat(one.get(240, TimeUnit.SECONDS)).isEqualTo(2_000);
            }
        } finally {
            callers.shutdownNow();
        }
    }

    @Test
    @ThoroughOnly("it measures")
    void Z100_an_end_in_the_middle_ends_calls_within_100_milliseconds() throws Exception {
        extensions.start(extensions.script("answers", Installed.PYTHON.path(), ANSWERS));
        awaitTool("answer");
        CompletableFuture<Long> end =
                ProcessHandle.of(pid()).orElseThrow().onExit().thenApply(ended -> System.nanoTime());

        CompletableFuture<Long> told = extensions
                .session()
                .gateway()
                .callTool("answer", JsonValue.of(Map.of("how", "die")))
                .toCompletableFuture()
                .thenApply(outcome -> System.nanoTime());

        long millis = TimeUnit.NANOSECONDS.toMillis(told.get(30, TimeUnit.SECONDS) - end.get(30, TimeUnit.SECONDS));
        assertThat(millis).isLessThan(100);
    }

    @Test
    @ThoroughOnly("it measures programs that ignore every signal")
    void Z021_Z103_three_that_ignore_every_stop_are_gone_with_what_they_have_started_within_4_seconds()
            throws Exception {
        String stubborn = """
                #!/bin/sh
                trap '' TERM INT HUP
                sh -c 'trap "" TERM INT HUP; while :; do sleep 1; done' &
                echo '{"type":"hello","name":"stubborn"}'
                echo '{"type":"ready"}'
                while :; do sleep 1; done
                """;
        extensions.start(
                extensions.script("one", stubborn),
                extensions.script("two", stubborn),
                extensions.script("three", stubborn));
        List<ProcessHandle> all = extensions.gateway().extensions().all(LiveExtensions.MAIN).stream()
                .map(it -> ProcessHandle.of(it.view().orElseThrow().pid().orElseThrow())
                        .orElseThrow())
                .flatMap(it -> Stream.concat(Stream.of(it), it.descendants()))
                .toList();
        assertThat(all).hasSizeGreaterThanOrEqualTo(6);

        long begun = System.nanoTime();
        CompletableFuture<Void> closed = CompletableFuture.runAsync(
                () -> extensions.gateway().extensions().close());

        await().atMost(LiveExtensions.PATIENCE)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> all.stream().map(ProcessHandle::pid).noneMatch(ProcessLife::isRunning));
        assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun)).isLessThan(4_000);
        closed.get(60, TimeUnit.SECONDS);
    }

    @Test
    void Z105_a_reload_starts_what_is_there_now_and_not_twice_at_the_same_time() throws Exception {
        Path made = extensions.script("reloaded", """
                #!/bin/sh
                echo '{"type":"hello","name":"reloaded"}'
                echo '{"type":"register_tool","name":"former"}'
                echo '{"type":"ready"}'
                while read -r line; do case $line in '{"type":"shutdown"'*) exit 0;; esac; done
                """);
        extensions.start(made);
        awaitTool("former");
        long before = pid();
        Files.writeString(
                made.resolve("run"), Files.readString(made.resolve("run")).replace("former", "newer"));

        CompletableFuture<Reloaded> reload = extensions
                .gateway()
                .extensions()
                .reload(LiveExtensions.MAIN)
                .orElseThrow()
                .toCompletableFuture();

        assertThat(extensions.gateway().extensions().reload(LiveExtensions.MAIN))
                .isEmpty();
        assertThat(reload.get(30, TimeUnit.SECONDS)).isEqualTo(new Reloaded(1, 1, 1, 0));
        awaitTool("newer");
        assertThat(extensions.session().gateway().tool("former")).isEmpty();
        assertThat(ProcessHandle.of(before)).isEmpty();
        assertThat(extensions.gateway().extensions().reload(LiveExtensions.MAIN))
                .isPresent();
    }

    private long pid() {
        return extensions
                .gateway()
                .extensions()
                .all(LiveExtensions.MAIN)
                .get(0)
                .view()
                .orElseThrow()
                .pid()
                .orElseThrow();
    }

    private int answered(int caller) throws Exception {
        int right = 0;
        for (int i = 0; i < 2_000; i++) {
            int number = caller * 10_000 + i;
            ToolOutcome outcome = extensions
                    .session()
                    .gateway()
                    .callTool("number", JsonValue.of(Map.of("number", number)))
                    .toCompletableFuture()
                    .get(60, TimeUnit.SECONDS);
            right += outcome instanceof ToolOutcome.Success success
                            && success.data().asString().equals("" + number)
                    ? 1
                    : 0;
        }
        return right;
    }
}
