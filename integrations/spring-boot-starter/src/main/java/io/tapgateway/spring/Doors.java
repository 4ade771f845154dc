package io.tapgateway.spring;

import java.util.ArrayDeque;
import java.util.Deque;
import org.springframework.beans.factory.DisposableBean;

/**
 * What stays open until the gateway is closed, although it was opened after it. Confined to the thread that starts and
 * ends the context.
 */
final class Doors implements DisposableBean {
    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    <T extends AutoCloseable> T keep(T door) {
        open.push(door);
        return door;
    }

    @Override
    public void destroy() throws Exception {
        while (!open.isEmpty()) {
            open.pop().close();
        }
    }
}
