package io.tapgateway.app.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.console.ConsoleOrigin;
import io.tapgateway.app.docs.Page;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DocumentedRoutesTest {
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `((?:GET|POST|DELETE) /[^`?]+)");

    @Test
    void the_page_lists_every_request_that_is_answered_and_no_other() {
        List<String> documented = ROW.matcher(Page.of("docs/control-api.md").text())
                .results()
                .map(row -> unnamed(row.group(1)))
                .toList();

        assertThat(documented).containsExactlyInAnyOrderElementsOf(answered().toList());
    }

    private static Stream<String> answered() {
        Stream<String> beside = Stream.of(
                "GET " + ControlHandler.EVENTS,
                "GET " + ConsoleOrigin.SIGN_IN,
                "POST " + ConsoleLinks.PATH,
                "POST " + ConsoleDoor.SIGN_OUT);
        return Stream.concat(new ApiFixture().routes.names().stream().map(DocumentedRoutesTest::unnamed), beside);
    }

    /** What stands for a part of a path has another name in the code. */
    private static String unnamed(String request) {
        return request.replaceAll("\\{[^}]*}", "{}");
    }
}
