package io.tapgateway.examples.springboot;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** Asks the agent for an order, and ends. */
@SpringBootApplication
public class SupportApplication {
    public static void main(String[] arguments) {
        try (ConfigurableApplicationContext application = SpringApplication.run(SupportApplication.class, arguments)) {
            System.out.println(application.getBean(Agent.class).ask(17));
        }
    }
}
