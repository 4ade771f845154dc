package io.tapgateway.app.control;

import io.tapgateway.app.agents.AgentContacts;
import io.tapgateway.app.agents.AgentTokens;
import io.tapgateway.app.agents.AgentWindows;
import io.tapgateway.app.agents.HookKeys;
import io.tapgateway.app.agents.HostSessions;
import io.tapgateway.app.console.ConsoleFiles;
import io.tapgateway.app.console.ConsoleOrigin;
import io.tapgateway.app.console.SignIn;
import io.tapgateway.app.control.action.AgentHookActions;
import io.tapgateway.app.control.action.AgentTokenActions;
import io.tapgateway.app.control.action.CheckpointActions;
import io.tapgateway.app.control.action.ConnectActions;
import io.tapgateway.app.control.action.ExtensionActions;
import io.tapgateway.app.control.action.GatewayActions;
import io.tapgateway.app.control.action.HookActions;
import io.tapgateway.app.control.action.McpServerActions;
import io.tapgateway.app.control.action.PairingActions;
import io.tapgateway.app.control.action.PersonActions;
import io.tapgateway.app.control.action.ProgramActions;
import io.tapgateway.app.control.action.QuestionActions;
import io.tapgateway.app.control.action.SessionActions;
import io.tapgateway.app.control.action.TokenActions;
import io.tapgateway.app.control.api.Routes;
import io.tapgateway.app.control.event.ConsoleSeats;
import io.tapgateway.app.control.event.EventFeed;
import io.tapgateway.app.control.event.EventHub;
import io.tapgateway.app.control.event.ServerSentEvent;
import io.tapgateway.app.control.observer.ObserverActions;
import io.tapgateway.app.control.observer.Vitals;
import io.tapgateway.app.extension.SessionExtensions;
import io.tapgateway.app.feed.AnswerWriters;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.mcp.SessionMcpServers;
import io.tapgateway.app.project.ProjectPrograms;
import io.tapgateway.app.session.AppSessions;
import io.tapgateway.app.workspace.SessionWorkspaces;
import io.tapgateway.link.HostPort;
import io.tapgateway.mcp.session.HttpFaces;
import io.tapgateway.protocol.host.LinkProof;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.Secret;
import io.tapgateway.transport.ws.http.LoopbackHttpServer;
import io.tapgateway.transport.ws.text.TextPort;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The listening control port. Thread-safe. */
public final class ControlPort implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ControlPort.class);
    private static final int REQUEST_THREADS = 4;

    /**
     * The thread that has read what an agent asks also does it; two that do so at a time meet in the gateway's loop,
     * and waking a third for the outcome takes longer than having waited.
     */
    private static final int PROCESSORS_PER_IO_THREAD = 4;

    private static final Duration HEARTBEAT = Duration.ofSeconds(15);
    private static final Duration FAREWELL = Duration.ofSeconds(1);

    private final LoopbackHttpServer server;
    private final ConsoleLinks console;
    private final ConsoleSeats seats;
    private final HostPort hosts;
    private final TextPort links;
    private final EventHub hub;
    private final ObserverActions observer;
    private final AnswerWriters writers;

    private ControlPort(
            LoopbackHttpServer server,
            ConsoleLinks console,
            ConsoleSeats seats,
            HostPort hosts,
            TextPort links,
            EventHub hub,
            ObserverActions observer,
            AnswerWriters writers) {
        this.server = server;
        this.console = console;
        this.seats = seats;
        this.hosts = hosts;
        this.links = links;
        this.hub = hub;
        this.observer = observer;
        this.writers = writers;
    }

    /**
     * Who gets in.
     *
     * @param ownerToken what programs of the owner show
     * @param hostProof what session hosts of other processes prove
     * @param hooks what hooks of agents show, and are answered with
     * @param agents what agents show that come over HTTP
     * @param signIn how browsers of the owner come in
     * @param console where they find the console
     */
    public record Keys(
            Secret ownerToken,
            LinkProof hostProof,
            HookKeys hooks,
            AgentTokens agents,
            SignIn signIn,
            ConsoleOrigin console) {}

    /**
     * What the port serves.
     *
     * @param contacts told of agents that are heard
     * @param hosts sessions of hosts in other processes
     * @param agents those that come over HTTP
     * @param home where what was connected is kept
     * @param keys whom it serves
     * @param nanos monotonic time
     */
    public record Settings(
            Gateway gateway,
            AppSessions sessions,
            ProjectPrograms programs,
            SessionMcpServers mcpServers,
            SessionExtensions extensions,
            SessionWorkspaces workspaces,
            AgentWindows windows,
            AgentContacts contacts,
            HostSessions hosts,
            HttpFaces agents,
            HomeDirectory home,
            Keys keys,
            Vitals vitals,
            LongSupplier nanos) {}

    /**
     * Binds the port on every loopback address and serves.
     *
     * @param number 0 for any
     * @throws IOException if it is taken
     */
    public static ControlPort listen(int number, Settings settings) throws IOException {
        AnswerWriters writers = AnswerWriters.of("control");
        EventHub hub = new EventHub(settings.sessions());
        settings.extensions().whenChanged(session -> hub.publish(ServerSentEvent.of(session, "extensions", out -> {})));
        settings.mcpServers()
                .whenChanged(session -> hub.publish(ServerSentEvent.of(session, "mcp-servers", out -> {})));
        ObserverActions observer = new ObserverActions(
                settings.gateway(), settings.sessions(), settings.vitals(), hub::listeners, hub::publish, Instant::now);
        ConsoleSeats seats = new ConsoleSeats(settings.sessions(), new SecureRandom(), settings.nanos());
        HostPort hosts = HostPort.serving(
                settings.hosts(), settings.gateway().tokens(), settings.keys().hostProof());
        TextPort links = TextPort.at(HostPort.PATH, hosts::accept);
        Service service = new Service(
                settings,
                routes(settings, seats, observer),
                new EventFeed(hub, seats, settings.sessions(), writers),
                writers);
        ConsoleLinks console =
                new ConsoleLinks(settings.keys().signIn(), settings.keys().console(), service::listenByAddress);
        boolean listening = false;
        try {
            LoopbackHttpServer server = service.at(settings.keys().console(), Optional.of(console))
                    .port(number)
                    .addOn(links.addOn())
                    .listen();
            links.listeningOn(server.port());
            writers.repeat(hub::heartbeat, HEARTBEAT);
            writers.repeat(seats::lookAround, HEARTBEAT);
            listening = true;
            return new ControlPort(server, console, seats, hosts, links, hub, observer, writers);
        } finally {
            if (!listening) {
                hosts.close();
                links.close();
                hub.close();
                observer.close();
                writers.close();
            }
        }
    }

    /** The port number. */
    public int port() {
        return server.port();
    }

    /** A new link to the console, which signs one browser in. */
    public String consoleLink() {
        return console.link(port());
    }

    /**
     * The person lets a browser say yes from now on (U-107).
     *
     * @param code what its page shows
     * @return false if no page shows that
     */
    public boolean confirmConsole(String code) {
        return seats.confirm(code);
    }

    /**
     * Ends the links of session hosts, lets answers that are being written leave, ends all listeners and stops
     * listening. Harmless to repeat.
     */
    @Override
    public void close() {
        hosts.close();
        links.close();
        hub.close();
        observer.close();
        try {
            if (!writers.finish(FAREWELL)) {
                LOG.debug("Somebody does not read the answer; it is cut off");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        console.close();
        server.close();
        writers.close();
    }

    /** What is served, wherever that is. */
    private record Service(Settings settings, Routes routes, EventFeed events, AnswerWriters writers) {
        LoopbackHttpServer.Builder at(ConsoleOrigin console, Optional<ConsoleLinks> links) {
            SignIn signIn = settings.keys().signIn();
            ControlGuard guard = new ControlGuard(
                    settings.keys().ownerToken(),
                    settings.keys().hooks().token(),
                    settings.keys().agents(),
                    signIn,
                    console);
            ConsoleDoor door = new ConsoleDoor(ConsoleFiles.ofThisJar(), signIn, console);
            return LoopbackHttpServer.named("control")
                    .processorsPerIoThread(PROCESSORS_PER_IO_THREAD)
                    .requestThreads(REQUEST_THREADS)
                    .collecting(guard::knows, ControlHandler.MAX_BODY_BYTES, settings.nanos())
                    .handler(
                            new ControlHandler(
                                    guard,
                                    door,
                                    links,
                                    routes,
                                    events,
                                    new McpDoor(settings.agents(), writers),
                                    writers),
                            "/");
        }

        LoopbackHttpServer listenByAddress() throws IOException {
            return at(ConsoleOrigin.BY_ADDRESS, Optional.empty())
                    .addresses(LoopbackHttpServer.loopbackAddresses().subList(0, 1))
                    .listen();
        }
    }

    private static Routes routes(Settings settings, ConsoleSeats seats, ObserverActions observer) {
        Routes.Builder routes = Routes.builder();
        new SessionActions(settings.sessions(), seats, settings.nanos()).addTo(routes);
        new HookActions(settings.sessions(), seats).addTo(routes);
        new QuestionActions(settings.sessions(), seats, settings.nanos()).addTo(routes);
        new AgentHookActions(
                        settings.windows(),
                        settings.contacts(),
                        settings.keys().hooks().proof())
                .addTo(routes);
        new ConnectActions(settings.sessions(), settings.home(), settings.contacts()).addTo(routes);
        new TokenActions(settings.sessions(), settings.gateway().tokens()).addTo(routes);
        new AgentTokenActions(settings.keys().agents(), settings.agents()).addTo(routes);
        new McpServerActions(settings.mcpServers(), seats).addTo(routes);
        new ProgramActions(settings.sessions(), settings.programs(), seats).addTo(routes);
        new ExtensionActions(settings.sessions(), settings.extensions(), seats).addTo(routes);
        new CheckpointActions(settings.sessions(), settings.workspaces(), seats).addTo(routes);
        new PersonActions(settings.sessions(), seats).addTo(routes);
        new PairingActions(settings.gateway().pairing()).addTo(routes);
        new GatewayActions(settings.gateway(), settings.vitals()).addTo(routes);
        observer.addTo(routes);
        return routes.build();
    }
}
