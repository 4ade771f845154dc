package io.tapgateway.benchmarks.step;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.codec.MessageCodec;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolName;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Text to message and back, for the two messages of a call, small and large. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class CodecBenchmark {
    private static final String CALL_ID = "call-0123456789abcdef0123456789abcdef";

    /** Length of the one string in the payload. */
    @Param({"50", "65536"})
    public int payload;

    private final MessageCodec codec = MessageCodec.standard();
    private String result = "";
    private String args = "";

    @Setup
    public void write() {
        args = JsonValue.of(Map.of("text", "x".repeat(payload), "n", 12)).json();
        result = "{\"type\":\"tool.result\",\"id\":\"" + CALL_ID + "\",\"data\":" + args + "}";
    }

    /** What every answer of a provider has to go through. */
    @Benchmark
    public Decoded<ProviderMessage> decodeResult() {
        return codec.decodeProviderMessage(result);
    }

    /** A call whose arguments came as text, as those of models do: checked once, then copied. */
    @Benchmark
    public String encodeCall() throws MalformedJson {
        GatewayMessage call =
                new ToolCall(new CallId(CALL_ID), new SessionId("s1"), new ToolName("echo"), JsonValue.parse(args));
        return MessageCodec.encode(call);
    }
}
