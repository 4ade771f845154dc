package io.tapgateway.benchmarks.mcp;

import io.tapgateway.benchmarks.load.EchoProcess;
import io.tapgateway.benchmarks.load.Target;
import io.tapgateway.benchmarks.load.Turns;
import java.util.List;

/**
 * The time of a call by an agent over standard streams, to a provider in the gateway's process, beside that by a host
 * in Java that is asked in the same way and has nothing but the link. Stateless.
 */
final class StdioFaceLoad {
    /** How many calls of a bare host a call may take. */
    private static final double MOST = 1.3;

    /** As the launcher starts a face: what an agent has in each window is not worth the second compiler. */
    private static final List<String> OPTIONS = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    private StdioFaceLoad() {}

    static void take(Turns turns) throws Exception {
        try (TemporaryHome home = new TemporaryHome();
                Target gateway =
                        Target.start("gateway", McpTarget.class, Target.OPTIONS, home.toString(), McpTarget.WITH_TOOL);
                EchoProcess face = new EchoProcess(
                        EchoProcess.program(OPTIONS, "io.tapgateway.app.Main", "mcp", "--home", home.toString()));
                EchoProcess host =
                        new EchoProcess(EchoProcess.program(OPTIONS, BareHost.class.getName(), home.toString()))) {
            String call = EchoServer.call(2, "");
            face.ask(
                    "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\","
                            + "\"capabilities\":{},\"clientInfo\":{\"name\":\"load\",\"version\":\"1\"}}}",
                    "serverInfo");
            face.tell("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
            face.ask("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}", EchoServer.TOOL);
            turns.compare(
                    Turns.Named.p50("call of the face", () -> face.ask(call, EchoServer.ANSWER)),
                    Turns.Named.p50("call of a bare host", () -> host.ask(call, EchoServer.ANSWER)),
                    MOST);
            System.out.println(gateway.name() + " there to the end");
        }
    }
}
