package io.tapgateway.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.mockingDetails;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForwardingSessionTest {
    private final GatewaySession behind = mock();
    private final GatewaySession front = new ForwardingSession(behind) {};

    @Test
    void everyOperationReachesTheSessionBehindIt() throws ReflectiveOperationException {
        List<Method> operations = Arrays.stream(GatewaySession.class.getMethods())
                .filter(ForwardingSessionTest::isHandedOn)
                .toList();
        assertThat(operations).hasSizeGreaterThan(20);
        for (Method operation : operations) {
            operation.invoke(front, anything(operation));

            Method reached = mockingDetails(behind).getInvocations().stream()
                    .reduce((earlier, later) -> later)
                    .orElseThrow()
                    .getMethod();
            assertThat(reached.getName()).isEqualTo(operation.getName());
            assertThat(reached.getParameterTypes()).isEqualTo(operation.getParameterTypes());
        }
    }

    /** Each of them comes to a longer form, which is handed on. */
    @Test
    void nothingButShorterFormsIsLeftToTheInterface() {
        assertThat(GatewaySession.class.getMethods())
                .filteredOn(operation -> !Modifier.isStatic(operation.getModifiers()))
                .filteredOn(operation -> !isHandedOn(operation))
                .extracting(operation -> operation.getName() + "/" + operation.getParameterCount())
                .containsExactlyInAnyOrder("callTool/2", "preToolUse/2", "preToolUse/3", "assemblePrompt/2");
    }

    private static boolean isHandedOn(Method operation) {
        return Arrays.stream(ForwardingSession.class.getDeclaredMethods())
                .anyMatch(own -> own.getName().equals(operation.getName())
                        && Arrays.equals(own.getParameterTypes(), operation.getParameterTypes()));
    }

    private static Object[] anything(Method operation) {
        return Arrays.stream(operation.getParameterTypes())
                .map(ForwardingSessionTest::anything)
                .toArray();
    }

    private static Object anything(Class<?> type) {
        if (type == boolean.class) {
            return false;
        }
        return type == int.class ? (Object) 0 : null;
    }
}
