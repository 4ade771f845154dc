package io.tapgateway.app.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.runtime.Secret;
import java.security.SecureRandom;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ConsoleOriginTest {
    private static final int PORT = 9401;

    @Test
    void T53_the_name_is_new_each_time() {
        SecureRandom random = new SecureRandom();

        List<String> names = Stream.generate(() -> ConsoleOrigin.fresh(random).name())
                .limit(1_000)
                .toList();

        assertThat(names).doesNotHaveDuplicates().allMatch(name -> name.matches("[a-z2-7]{16}\\.localhost"));
    }

    @Test
    void T53_its_cookie_is_its_own() {
        ConsoleOrigin named = new ConsoleOrigin("abcdefghijklmnop.localhost");

        assertThat(named.setCookie("x", PORT))
                .isEqualTo("__Host-tapgateway=x; Path=/; HttpOnly; SameSite=Strict; Secure");
        assertThat(named.cookie(List.of("a=b; __Host-tapgateway=x", "c=d"), PORT))
                .isEqualTo("x");
        assertThat(named.cookie(List.of("tapgateway-9401=x"), PORT)).isEmpty();
        assertThat(named.link(PORT, Secret.of("code")))
                .isEqualTo("http://abcdefghijklmnop.localhost:9401/sign-in?code=code");
    }

    @Test
    void by_address_the_cookie_says_which_port_it_is_for() {
        assertThat(ConsoleOrigin.BY_ADDRESS.setCookie("x", PORT))
                .isEqualTo("tapgateway-9401=x; Path=/; HttpOnly; SameSite=Strict");
        assertThat(ConsoleOrigin.BY_ADDRESS.cookie(List.of("tapgateway-9402=y; tapgateway-9401=x"), PORT))
                .isEqualTo("x");
        assertThat(ConsoleOrigin.BY_ADDRESS.at(PORT)).isEqualTo("http://127.0.0.1:9401");
    }
}
