package io.tapgateway.benchmarks.mcp;

import io.tapgateway.benchmarks.load.EchoProcess;
import io.tapgateway.benchmarks.load.Target;
import io.tapgateway.benchmarks.load.Turns;

/**
 * The time from an agent over HTTP to a provider that has dialled in, and back, beside that through a proxy made of a
 * server and a client of the SDK to a server on standard streams. Stateless.
 */
final class ProxyLoad {
    /** How much of the time through the SDK's proxy a call may take. */
    private static final double MOST = 0.5;

    private ProxyLoad() {}

    static void take(Turns turns) throws Exception {
        try (TemporaryHome home = new TemporaryHome();
                Target ours = Target.start("face", McpTarget.class, Target.OPTIONS, home.toString());
                EchoProcess provider = new EchoProcess(
                        EchoProcess.program(Target.OPTIONS, DialInEcho.class.getName(), home.toString()));
                Target theirs = SdkTarget.proxy();
                HttpAgent one = HttpAgent.in(HttpAgent.begin(ours), ours, 1);
                HttpAgent other = HttpAgent.in(HttpAgent.begin(theirs), theirs, 1)) {
            turns.compare(
                    Turns.Named.p50("call through the gateway", one::call),
                    Turns.Named.p50("call through the SDK", other::call),
                    MOST);
            provider.ask("", DialInEcho.BOUND);
        }
    }
}
