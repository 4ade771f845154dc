package io.tapgateway.benchmarks.mcp;

import io.tapgateway.benchmarks.load.AnsweredCall;
import io.tapgateway.benchmarks.load.QuietLibraries;
import io.tapgateway.link.ConnectorSettings;
import io.tapgateway.link.GatewayConnector;
import io.tapgateway.link.HostGateway;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A host in Java on the link of a gateway: reads a call from a line, waits for its outcome, and writes that as a line.
 */
public final class BareHost {
    private BareHost() {}

    /** The argument is the home. */
    public static void main(String[] args) throws Exception {
        QuietLibraries.hush();
        Path home = Path.of(args[0]);
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (HostGateway gateway =
                GatewayConnector.joinOrStart(ConnectorSettings.home(home).executor(Runnable::run))) {
            GatewaySession session =
                    gateway.openSession(SessionInfo.of("bare", "Bare", home), SessionHost.ignoringEverything());
            while (session.tool(EchoServer.TOOL).isEmpty()) {
                Thread.onSpinWait();
            }
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                JsonValue params = JsonValue.parse(line).get("params").orElseThrow();
                var outcome = AnsweredCall.of(
                        session, EchoServer.TOOL, params.get("arguments").orElseThrow());
                out.print(outcome + "\n");
                out.flush();
            }
        }
    }
}
