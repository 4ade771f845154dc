package io.tapgateway.examples.springboot;

import io.tapgateway.provider.ToolFailure;
import io.tapgateway.provider.schema.Description;
import io.tapgateway.spring.TapTool;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** What the application is there for; one of its methods is a tool. Immutable. */
@Component
class Orders {
    private static final Map<Integer, String> STATES = Map.of(17, "on its way", 18, "delivered");

    @TapTool("Tells how far an order is.")
    String orderState(@Description("the number of the order") int number, Optional<String> language) {
        String state = Optional.ofNullable(STATES.get(number))
                .orElseThrow(() -> ToolFailure.notFound("There is no order " + number + "."));
        return language.map(it -> state + " (" + it + ")").orElse(state);
    }
}
