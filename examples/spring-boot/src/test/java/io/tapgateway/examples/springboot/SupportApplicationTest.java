package io.tapgateway.examples.springboot;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.runtime.Gateway;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

class SupportApplicationTest {
    @Test
    void the_agent_answers_by_a_method_of_a_bean() {
        Gateway gateway;
        try (ConfigurableApplicationContext application = SpringApplication.run(SupportApplication.class)) {
            gateway = application.getBean(Gateway.class);

            assertThat(application.getBean(Agent.class).ask(17)).isEqualTo("orders says on its way");
            assertThat(application.getBean(Agent.class).ask(99)).isEqualTo("NOT_FOUND: There is no order 99.");
        }

        assertThat(gateway.closed().toCompletableFuture()).isDone();
    }
}
