package io.tapgateway.runtime.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SocketOwnerTest {
    @TempDir
    private Path proc;

    @Test
    void T40_the_other_end_of_a_connection_of_ours_is_ours() throws Exception {
        SocketOwner owner = SocketOwner.ofThisMachine();
        assumeTrue(owner.isTold(), "this system does not tell");
        for (String loopback : new String[] {"127.0.0.1", "::1"}) {
            try (ServerSocket server = bound(InetAddress.getAllByName(loopback)[0])) {
                if (server == null) {
                    continue;
                }
                try (Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                        Socket accepted = server.accept()) {
                    assertThat(owner.isOurs(peer(accepted), server.getLocalPort()))
                            .isTrue();
                    assertThat(owner.isOurs(peer(client), 1)).isFalse();
                    assertThat(owner.process(peer(accepted), server.getLocalPort()))
                            .contains(ProcessHandle.current());
                    assertThat(owner.process(peer(accepted), 1)).isEmpty();
                }
            }
        }
    }

    @Test
    void T40_W004_the_other_end_of_somebody_elses_is_not() throws Exception {
        Files.createDirectories(proc.resolve("net"));
        Files.createDirectories(proc.resolve("self"));
        long ours = ((Number) Files.getAttribute(proc.resolve("self"), "unix:uid")).longValue();
        write(ours + 1);
        SocketOwner owner = new SocketOwner(proc);
        InetSocketAddress peer = at("127.0.0.1", 0x1234);

        assertThat(owner.isOurs(peer, 0x1CA9)).isFalse();
        write(ours);
        assertThat(owner.isOurs(peer, 0x1CA9)).isTrue();
        assertThat(owner.isOurs(peer, 0x1CAA)).as("another port of ours").isFalse();
        assertThat(owner.isOurs(at("127.0.0.2", 0x1234), 0x1CA9))
                .as("another address")
                .isFalse();
    }

    @Test
    void T40_a_system_that_does_not_tell_lets_nobody_in() throws UnknownHostException {
        SocketOwner owner = new SocketOwner(proc.resolve("none"));

        assertThat(owner.isTold()).isFalse();
        assertThat(owner.isOurs(at("127.0.0.1", 1), 2)).isFalse();
    }

    private void write(long user) throws IOException {
        Files.writeString(
                proc.resolve("net/tcp"),
                "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"
                        + "   0: 0100007F:1234 0100007F:1CA9 01 00000000:00000000 00:00000000 00000000  " + user
                        + "        0 4711 1\n");
    }

    private static ServerSocket bound(InetAddress address) {
        try {
            return new ServerSocket(0, 1, address);
        } catch (IOException noSuchAddress) {
            return null;
        }
    }

    private static InetSocketAddress at(String literal, int port) throws UnknownHostException {
        return new InetSocketAddress(InetAddress.getAllByName(literal)[0], port);
    }

    private static InetSocketAddress peer(Socket socket) {
        return (InetSocketAddress) socket.getRemoteSocketAddress();
    }
}
