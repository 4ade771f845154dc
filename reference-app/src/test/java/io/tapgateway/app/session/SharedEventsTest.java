package io.tapgateway.app.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.GatewayEvents;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SharedEventsTest {
    private final AtomicInteger tasks = new AtomicInteger();
    private final Gateway gateway = Gateway.builder()
            .executor(task -> {
                tasks.incrementAndGet();
                task.run();
            })
            .build();
    private final SharedEvents events = SharedEvents.of(gateway.events());

    @AfterEach
    void close() {
        gateway.closeNow();
    }

    @Test
    void several_listeners_are_told_of_an_event_by_one_task() {
        List<String> told = new ArrayList<>();
        events.subscribe(listener(told, "first"));
        open("alone");
        int withOne = tasks.getAndSet(0);
        events.subscribe(listener(told, "second"));

        open("together");

        assertThat(tasks).hasValue(withOne);
        assertThat(told).containsExactly("first: alone", "first: together", "second: together");
    }

    @Test
    void a_listener_that_fails_keeps_nothing_from_the_others() {
        List<String> told = new ArrayList<>();
        events.subscribe(new GatewayEvents.Listener() {
            @Override
            public void onSessionChanged(GatewayEvent.SessionChanged event) {
                throw new IllegalStateException("a bug");
            }
        });
        events.subscribe(listener(told, "other"));

        open("shop");

        assertThat(told).containsExactly("other: shop");
    }

    @Test
    void who_has_closed_its_subscription_is_told_nothing_more() {
        List<String> told = new ArrayList<>();
        events.subscribe(listener(told, "gone")).close();

        open("shop");

        assertThat(told).isEmpty();
    }

    private void open(String id) {
        gateway.openSession(SessionInfo.of(id, "A session", Path.of("/code")), SessionHost.ignoringEverything());
    }

    private static GatewayEvents.Listener listener(List<String> told, String name) {
        return new GatewayEvents.Listener() {
            @Override
            public void onSessionChanged(GatewayEvent.SessionChanged event) {
                told.add(name + ": " + event.id());
            }
        };
    }
}
