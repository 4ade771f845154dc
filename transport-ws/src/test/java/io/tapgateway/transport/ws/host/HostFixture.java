package io.tapgateway.transport.ws.host;

import io.tapgateway.protocol.host.LinkProof;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.transport.ws.http.LoopbackHttpServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A gateway that takes hosts on a real port, and the files that say so. */
final class HostFixture implements AutoCloseable {
    final Path home;
    Gateway gateway = Gateway.builder().build();
    private final List<Gateway> dead = new ArrayList<>();
    private HostPort hosts;
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
        write("host.key", key(key));
        write(
                "gateway.json",
                ("{\"pid\":" + pid + ",\"url\":\"ws://127.0.0.1:9/\",\"controlPort\":" + port + "}")
                        .getBytes(StandardCharsets.UTF_8));
    }

    void write(String name, byte[] content) throws IOException {
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
    }

    private HostPort hosts(int key) {
        return HostPort.serving(gateway::openSession, gateway.tokens(), new LinkProof(key(key)));
    }

    private void listen(int port) throws IOException {
        server = LoopbackHttpServer.named("hosts")
                .port(port)
                .addOn(hosts.addOn())
                .listen();
        hosts.listeningOn(server.port());
    }

    @Override
    public void close() {
        hosts.close();
        server.close();
        gateway.closeNow();
        dead.forEach(Gateway::closeNow);
    }
}
