package org.example.spring;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.spring.TapTool;
import io.tapgateway.transport.ws.WebSocketTransport;
import java.nio.file.Path;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/**
 * A Spring Boot application whose bean lends an agent a method, with a port for other providers. It prints what it
 * sees. Confined to the main thread.
 */
@SpringBootApplication
public class Main {
    static class Greeter {
        @TapTool("Greets someone.")
        String greet(String name) {
            return "Hello, " + name + "!";
        }
    }

    @Bean
    Greeter greeter() {
        return new Greeter();
    }

    @Bean
    GatewaySession agent(Gateway gateway) {
        SessionInfo info = SessionInfo.of("main", "A session", Path.of("").toAbsolutePath());
        return gateway.openSession(info, SessionHost.ignoringEverything());
    }

    public static void main(String[] arguments) {
        Gateway gateway;
        try (ConfigurableApplicationContext application =
                SpringApplication.run(Main.class, "--tap.gateway.port=0", "--spring.main.banner-mode=off")) {
            gateway = application.getBean(Gateway.class);
            GatewaySession session = application.getBean(GatewaySession.class);
            System.out.println(
                    "port " + (application.getBean(WebSocketTransport.class).port() > 0));
            System.out.println(data(session.callTool("greet", JsonValue.of(Map.of("name", "Ada")))
                    .toCompletableFuture()
                    .join()));
        }
        System.out.println("closed " + gateway.closed().toCompletableFuture().isDone());
    }

    private static String data(ToolOutcome outcome) {
        return outcome instanceof ToolOutcome.Success success
                ? success.provenance().provider() + " says " + success.data()
                : outcome.label();
    }
}
