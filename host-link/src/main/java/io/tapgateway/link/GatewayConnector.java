package io.tapgateway.link;

/**
 * Finds a session host its gateway, wherever that lives (D-225), and again when that has died (D-227). Stateless.
 *
 * <pre>{@code
 * HostGateway gateway = GatewayConnector.joinOrStart(ConnectorSettings.home(home)
 *         .startingWith(List.of("tapgateway", "start", "--home", home.toString())));
 * GatewaySession session = gateway.openSession(info, host);
 * }</pre>
 */
public final class GatewayConnector {
    private GatewayConnector() {}

    /**
     * Joins the gateway that runs, or starts one and joins that. Waits for it.
     *
     * @throws LinkFailure if there is no gateway and none could be started, or somebody else listens in its place; the
     *     message is a sentence for people
     */
    public static HostGateway joinOrStart(ConnectorSettings settings) throws LinkFailure {
        return settings.own().isPresent()
                ? new InProcessGateway(settings.own().get())
                : RemoteGateway.joinOrStart(settings);
    }
}
