package io.tapgateway.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForwardingSessionTest {
    private final List<Method> reached = new ArrayList<>();
    private final GatewaySession front = new ForwardingSession(recording()) {};

    @Test
    void every_operation_reaches_the_session_behind_it() throws ReflectiveOperationException {
        List<Method> operations = Arrays.stream(GatewaySession.class.getMethods())
                .filter(ForwardingSessionTest::isHandedOn)
                .toList();
        assertThat(operations).hasSizeGreaterThan(20);
        for (Method operation : operations) {
            operation.invoke(front, anything(operation));

            assertThat(reached).last().isEqualTo(operation);
        }
        assertThat(reached).hasSameSizeAs(operations);
    }

    /** Each of them comes to a longer form, which is handed on. */
    @Test
    void nothing_but_shorter_forms_is_left_to_the_interface() {
        assertThat(GatewaySession.class.getMethods())
                .filteredOn(operation -> !Modifier.isStatic(operation.getModifiers()))
                .filteredOn(operation -> !isHandedOn(operation))
                .extracting(operation -> operation.getName() + "/" + operation.getParameterCount())
                .containsExactlyInAnyOrder("callTool/2", "preToolUse/2", "assemblePrompt/2");
    }

    private GatewaySession recording() {
        return (GatewaySession) Proxy.newProxyInstance(
                GatewaySession.class.getClassLoader(),
                new Class<?>[] {GatewaySession.class},
                (proxy, operation, args) -> {
                    reached.add(operation);
                    return operation.getReturnType() == boolean.class ? false : null;
                });
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
