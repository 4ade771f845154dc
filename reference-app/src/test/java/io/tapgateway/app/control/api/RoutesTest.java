package io.tapgateway.app.control.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class RoutesTest {
    private final Routes routes = Routes.builder()
            .now("GET", "/quick", request -> ApiReply.noContent())
            .on("GET", "/patient", request -> new CompletableFuture<>())
            .build();

    @Test
    void T52_where_connections_are_few_only_what_is_answered_at_once_may_be_asked() throws ApiProblem {
        assertThat(routes.answer(get("quick"), true)).isCompleted();
        assertThat(routes.answer(get("patient"), false)).isNotCompleted();

        assertThatThrownBy(() -> routes.answer(get("patient"), true))
                .isInstanceOfSatisfying(
                        ApiProblem.class,
                        problem -> assertThat(problem.toReply().status()).isEqualTo(429));
    }

    private static ApiRequest get(String path) {
        return new ApiRequest(
                "GET",
                List.of(path),
                Map.of(),
                Map.of(),
                List.of(),
                Optional.empty(),
                false,
                Optional.empty(),
                "",
                Optional.empty());
    }
}
