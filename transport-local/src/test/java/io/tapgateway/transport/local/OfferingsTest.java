package io.tapgateway.transport.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.protocol.model.OfferingUse;
import io.tapgateway.protocol.model.Offerings;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Provider;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.ProviderOfferings;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.ToolOutcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What providers in the process offer beside tools, and what becomes of its use. */
class OfferingsTest {
    private static final JsonValue README =
            JsonValue.of(Map.of("uri", "file:///readme", "name", "readme", "mimeType", "text/plain"));
    private static final Offerings ONE = new Offerings(List.of(README), List.of(), List.of(), false, false);

    private final AtomicInteger changes = new AtomicInteger();
    private final List<String> read = Collections.synchronizedList(new ArrayList<>());
    private final Gateway gateway = Gateway.builder().executor(Runnable::run).build();
    private final GatewaySession session =
            gateway.openSession(SessionInfo.of("abc", "Shop", Path.of("/code/shop")), new CountingHost());

    @AfterEach
    void close() {
        gateway.closeNow();
    }

    @Test
    void M041_what_is_offered_is_there_while_its_provider_is() {
        BoundProvider files = attach("files");
        assertThat(session.offerings()).isEmpty();

        assertThat(files.offer(ONE)).isTrue();

        assertThat(session.offerings())
                .containsExactly(new ProviderOfferings(new ProviderName("files"), TrustLevel.PROJECT, ONE));
        assertThat(session.tools()).isEmpty();
        files.close();
        assertThat(session.offerings()).isEmpty();
        assertThat(changes).hasValue(2);
        assertThat(files.offer(ONE)).isFalse();
    }

    @Test
    void M041_a_read_is_a_call_with_the_result_of_its_provider() {
        attach("files").offer(ONE);
        attach("others").offer(ONE);

        ToolOutcome outcome = reads("others", "file:///readme");

        assertThat(outcome)
                .isInstanceOfSatisfying(
                        ToolOutcome.Success.class,
                        success -> assertThat(success.data().json()).isEqualTo("{\"contents\":[]}"));
        assertThat(read).containsExactly("others file:///readme");
    }

    @Test
    void M041_what_a_rule_denies_never_gets_to_the_provider() {
        attach("files").offer(ONE);
        LocalProviderTransport.attach(
                gateway,
                session.info().id(),
                Provider.named("guardian")
                        .deny(Match.tool("read_resource").args("secret"), "Not that one.")
                        .build());

        ToolOutcome outcome = reads("files", "file:///secret");

        assertThat(outcome.failedWith(ToolErrorCode.UNAUTHORIZED)).isTrue();
        assertThat(read).isEmpty();
        assertThat(reads("files", "file:///readme").failedWith(ToolErrorCode.UNAUTHORIZED))
                .isFalse();
    }

    @Test
    void M041_only_who_offers_something_can_be_used() {
        attach("files");

        assertThat(reads("files", "file:///readme").failedWith(ToolErrorCode.NOT_FOUND))
                .isTrue();
        attach("others").offer(ONE);
        assertThat(reads("files", "file:///readme").failedWith(ToolErrorCode.NOT_FOUND))
                .isTrue();
        assertThat(session.callTool("read_resource", JsonValue.of(Map.of("server", "others", "uri", 1, "more", true)))
                        .toCompletableFuture()
                        .join()
                        .failedWith(ToolErrorCode.INVALID_ARGUMENTS))
                .isTrue();
    }

    @Test
    void M041_too_much_is_offered_by_nobody() {
        List<JsonValue> most = IntStream.range(0, Offerings.MAX_OF_A_KIND)
                .mapToObj(i -> JsonValue.of(Map.of("uri", "file:///" + i)))
                .toList();
        List<JsonValue> more = new ArrayList<>(most);
        more.add(README);

        assertThat(new Offerings(most, List.of(), List.of(), false, false).resources())
                .hasSize(Offerings.MAX_OF_A_KIND);
        assertThatThrownBy(() -> new Offerings(more, List.of(), List.of(), false, false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("more than 1000 resources");
        assertThatThrownBy(() -> new Offerings(List.of(README, README), List.of(), List.of(), false, false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("twice");
        assertThat(Offerings.isResource(JsonValue.of(Map.of("uri", "x".repeat(Offerings.MAX_CHARACTERS)))))
                .isFalse();
        assertThat(Offerings.isPrompt(JsonValue.EMPTY_OBJECT)).isFalse();
    }

    private ToolOutcome reads(String server, String uri) {
        return session.callTool(OfferingUse.READ_RESOURCE.tool(), OfferingUse.resource(new ProviderName(server), uri))
                .toCompletableFuture()
                .join();
    }

    private BoundProvider attach(String name) {
        Provider provider = Provider.named(name)
                .onUse(OfferingUse.READ_RESOURCE, use -> {
                    read.add(name + " " + use.stringArg("uri"));
                    return Map.of("contents", List.of());
                })
                .build();
        return LocalProviderTransport.to(gateway)
                .executor(Runnable::run)
                .trust(TrustLevel.PROJECT)
                .attach(session.info().id(), provider);
    }

    /** Counts what it is told of offerings. */
    private final class CountingHost implements SessionHost {
        @Override
        public void offeringsChanged() {
            changes.incrementAndGet();
        }

        @Override
        public void toolsChanged(List<RegisteredTool> tools) {}

        @Override
        public void log(TimelineEntry entry) {}

        @Override
        public CompletionStage<Void> send(InjectedPrompt prompt) {
            return CompletableFuture.completedFuture(null);
        }
    }
}
