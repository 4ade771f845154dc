package io.tapgateway.runtime.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PortOwnerTest {
    /** Two listeners on port 9400: process 11 on 127.0.0.1, process 22 on ::1. */
    private static final String HEAD =
            "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt uid  timeout inode\n";

    private static final String V4 =
            "   0: 0100007F:24B8 00000000:0000 0A 00000000:00000000 00:00000000 00000000 0 0 111 1\n";
    private static final String V6 =
            "   0: 00000000000000000000000001000000:24B8 00000000000000000000000000000000:0000 0A "
                    + "00000000:00000000 00:00000000 00000000 0 0 222 1\n";

    private static final InetAddress V4_LOOPBACK = address(127, 0, 0, 1);
    private static final InetAddress V6_LOOPBACK = address(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1);

    private static InetAddress address(int... bytes) {
        byte[] raw = new byte[bytes.length];
        for (int i = 0; i < raw.length; i++) {
            raw[i] = (byte) bytes[i];
        }
        try {
            return InetAddress.getByAddress(raw);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static PortOwner machine(Path proc) throws Exception {
        Files.createDirectories(proc.resolve("net"));
        Files.writeString(proc.resolve("net/tcp"), HEAD + V4);
        Files.writeString(proc.resolve("net/tcp6"), HEAD + V6);
        Files.createDirectories(proc.resolve("11/fd"));
        Files.createSymbolicLink(proc.resolve("11/fd/3"), Path.of("socket:[111]"));
        Files.createDirectories(proc.resolve("22/fd"));
        Files.createSymbolicLink(proc.resolve("22/fd/3"), Path.of("socket:[222]"));
        return new PortOwner(proc);
    }

    @Test
    void D011_names_the_process_on_that_address_and_not_one_on_another(@TempDir Path proc) throws Exception {
        PortOwner owner = machine(proc);

        assertThat(owner.of(V4_LOOPBACK, 9400)).hasValue(11);
        assertThat(owner.of(V6_LOOPBACK, 9400)).hasValue(22);
        assertThat(owner.of(V6_LOOPBACK, 9401)).isEmpty();
    }

    @Test
    void D011_a_listener_on_all_addresses_is_in_the_way_too(@TempDir Path proc) throws Exception {
        PortOwner owner = machine(proc);
        String all = V6.replace("00000000000000000000000001000000:24B8", "00000000000000000000000000000000:24B9");
        Files.writeString(proc.resolve("net/tcp6"), HEAD + all);

        assertThat(owner.of(V4_LOOPBACK, 9401)).hasValue(22);
        assertThat(owner.of(V6_LOOPBACK, 9401)).hasValue(22);
    }

    @Test
    void D011_finds_this_very_process_where_the_system_tells() throws Exception {
        Assumptions.assumeTrue(Files.isReadable(Path.of("/proc/net/tcp")), "this system has no table of sockets");
        try (ServerSocket taken = new ServerSocket(0, 1, V4_LOOPBACK)) {
            assertThat(PortOwner.find(taken.getInetAddress(), taken.getLocalPort()))
                    .hasValue(ProcessHandle.current().pid());
        }
    }
}
