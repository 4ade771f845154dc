package io.tapgateway.transport.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.transport.ws.handshake.HandshakePolicy;
import jakarta.websocket.server.ServerEndpointConfig;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.glassfish.tyrus.core.RequestContext;
import org.glassfish.tyrus.core.TyrusUpgradeResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The last line, on its own. */
class ProviderEndpointConfiguratorTest {
    private static final int PORT = 9400;

    private final ProviderEndpointConfigurator configurator =
            new ProviderEndpointConfigurator(new HandshakePolicy(OriginPolicy.everyOrigin()::admits), () -> {
                throw new AssertionError("no endpoint is asked for");
            });
    private final ServerEndpointConfig config = configurator.at("/");
    private final TyrusUpgradeResponse response = new TyrusUpgradeResponse();

    @ParameterizedTest
    @CsvSource({
        "evil.com:9400,,403",
        "localhost:9401,,403",
        "localhost:9400,null,403",
        "localhost:9400,https://*.com,403",
        "localhost:9400,,101",
        "localhost:9400,https://example.com,101"
    })
    void D014_host_and_origin_are_judged_once_more(String host, String origin, int status) {
        response.setStatus(101);

        configurator.modifyHandshake(config, request(host, origin), response);

        assertThat(response.getStatus()).isEqualTo(status);
    }

    @Test
    void T01_the_endpoint_learns_the_origin() {
        configurator.modifyHandshake(config, request("localhost:9400", "https://example.com"), response);

        assertThat(config.getUserProperties()).containsEntry(ProviderEndpoint.ORIGIN, "https://example.com");
    }

    @Test
    void D015_nothing_is_negotiated() {
        assertThat(configurator.getNegotiatedSubprotocol(List.of("chat"), List.of("chat")))
                .isEmpty();
        assertThat(configurator.getNegotiatedExtensions(List.of(), List.of())).isEmpty();
    }

    @Test
    void a_container_that_cannot_refuse_is_no_place_for_it() {
        assertThatThrownBy(() ->
                        configurator.modifyHandshake(config, request("localhost:9400", ""), () -> java.util.Map.of()))
                .isInstanceOf(IllegalStateException.class);
    }

    private static RequestContext request(String host, String origin) {
        RequestContext request = RequestContext.Builder.create()
                .requestURI(URI.create("/"))
                .serverPort(PORT)
                .build();
        request.getHeaders().put("Host", new ArrayList<>(List.of(host)));
        if (origin != null) {
            request.getHeaders().put("Origin", new ArrayList<>(List.of(origin)));
        }
        return request;
    }
}
