package io.tapgateway.link;

import io.tapgateway.protocol.host.LinkProof;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.SessionView;
import io.tapgateway.runtime.transport.Peer;
import io.tapgateway.testkit.Captures;
import io.tapgateway.testkit.Inbox;
import io.tapgateway.testkit.LinkWire;
import io.tapgateway.testkit.ScriptedPeer;
import io.tapgateway.transport.ws.http.LoopbackHttpServer;
import io.tapgateway.transport.ws.text.TextPort;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A gateway that takes hosts on a real port, and the files that say so. */
final class HostFixture implements AutoCloseable {
    final Path home;
    Gateway gateway = Gateway.builder().build();
    private final List<Gateway> dead = new ArrayList<>();
    private HostPort hosts;
    private TextPort links;
    private LoopbackHttpServer server;

    HostFixture(Path home) throws IOException {
        this.home = home;
        this.hosts = hosts(1);
        listen(0);
        announce(1, server.port());
    }

    /** A key that differs with its number. */
    static byte[] key(int number) {
        byte[] key = new byte[LinkProof.BYTES];
        Arrays.fill(key, (byte) number);
        return key;
    }

    int port() {
        return server.port();
    }

    ConnectorSettings settings() {
        return ConnectorSettings.home(home);
    }

    /** Writes the files as a gateway with that key at that port. */
    void announce(int key, int port) throws IOException {
        announce(key, port, ProcessHandle.current().pid());
    }

    /** The same, as another process. */
    void announce(int key, int port, long pid) throws IOException {
        announce(home, key, port, pid);
    }

    /** The same, in that home. */
    static void announce(Path home, int key, int port, long pid) throws IOException {
        write(home, "host.key", key(key));
        write(
                home,
                "gateway.json",
                ("{\"pid\":" + pid + ",\"url\":\"ws://127.0.0.1:9/\",\"controlPort\":" + port + "}")
                        .getBytes(StandardCharsets.UTF_8));
    }

    private static void write(Path home, String name, byte[] content) throws IOException {
        Path file = home.resolve(name + ".new");
        Files.deleteIfExists(file);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.write(file, content);
        Files.move(file, home.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }

    /** Cuts every connection, and listens again at the same port. */
    void cutConnections() throws IOException {
        int port = server.port();
        server.close();
        listen(port);
    }

    /** Another gateway takes the place of this one; it knows nothing of the former. */
    void replace() throws IOException {
        int port = server.port();
        die();
        rise(1, port);
    }

    /** Ends without a word, as when the process is killed. */
    void die() {
        server.close();
        // Not closed before the end of the test: it would still say so.
        dead.add(gateway);
    }

    /** Another gateway takes the place of one that is dead; it says where it is as soon as it listens. */
    void rise(int key, int port) throws IOException {
        gateway = Gateway.builder().build();
        hosts = hosts(key);
        listen(port);
        announce(key, server.port());
    }

    void stop() {
        hosts.close();
        links.close();
    }

    /** The sessions that the gateway has, by their ids. */
    List<String> openSessions() {
        return gateway.sessions().stream()
                .filter(it -> it.state() == SessionView.State.ACTIVE)
                .map(it -> it.info().id().value())
                .toList();
    }

    /** What a host says of a session. */
    static SessionInfo info(String id) {
        return SessionInfo.of(id, "PR #42", Path.of("/code")).withDiscoverable(true);
    }

    /** A provider of a session with one tool, which has been told of its session. */
    ScriptedPeer provider(String session, String name, String tool) {
        return provider(session, name, tool, "{}");
    }

    /** The same with a schema for what the tool takes. */
    ScriptedPeer provider(String session, String name, String tool, String parameters) {
        return peer(session)
                .receives("{\"type\":\"sessions\",\"*\":\"*\"}")
                .sends("{\"type\":\"hello\",\"protocolVersion\":2,\"name\":\"" + name + "\",\"tools\":[{\"name\":\""
                        + tool + "\",\"description\":\"Does it\",\"parameters\":" + parameters + "}]}")
                .receives("{\"type\":\"hello.ack\",\"*\":\"*\"}")
                .receives("{\"type\":\"session.lifecycle\",\"*\":\"*\"}");
    }

    /** Somebody of this process who may become a provider of a session. */
    ScriptedPeer peer(String session) {
        Inbox inbox = Inbox.waiting(Duration.ofSeconds(10));
        Peer.InProcess peer = new Peer.InProcess(new SessionId(session));
        return ScriptedPeer.over(LinkWire.open(gateway.providerPort(), peer, inbox), inbox, new Captures());
    }

    private HostPort hosts(int key) {
        return HostPort.serving(SessionOpener.of(gateway), gateway.tokens(), new LinkProof(key(key)));
    }

    private void listen(int port) throws IOException {
        links = TextPort.at(HostPort.PATH, hosts::accept);
        server = LoopbackHttpServer.named("hosts")
                .port(port)
                .addOn(links.addOn())
                .listen();
        links.listeningOn(server.port());
    }

    @Override
    public void close() {
        hosts.close();
        links.close();
        server.close();
        gateway.closeNow();
        dead.forEach(Gateway::closeNow);
    }
}
