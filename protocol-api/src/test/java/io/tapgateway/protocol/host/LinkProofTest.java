package io.tapgateway.protocol.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.host.LinkProof.Side;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class LinkProofTest {
    private final LinkProof proof = new LinkProof(key(1));

    private static byte[] key(int fill) {
        byte[] key = new byte[LinkProof.BYTES];
        Arrays.fill(key, (byte) fill);
        return key;
    }

    @Test
    void D012_who_knows_the_key_can_prove_it() {
        String said = new LinkProof(key(1)).of(Side.HOST, 9401, "hn", "gn");

        assertThat(proof.verify(said, Side.HOST, 9401, "hn", "gn")).isTrue();
    }

    @Test
    void D012_another_key_another_side_or_another_connection_proves_nothing() {
        String said = proof.of(Side.GATEWAY, 9401, "hn", "gn");

        assertThat(new LinkProof(key(2)).verify(said, Side.GATEWAY, 9401, "hn", "gn"))
                .isFalse();
        assertThat(proof.verify(said, Side.HOST, 9401, "hn", "gn")).isFalse();
        assertThat(proof.verify(said, Side.GATEWAY, 9401, "hn2", "gn")).isFalse();
        assertThat(proof.verify(said, Side.GATEWAY, 9401, "hn", "gn2")).isFalse();
        assertThat(proof.verify(said, Side.GATEWAY, 9402, "hn", "gn")).isFalse();
        assertThat(proof.verify("", Side.GATEWAY, 9401, "hn", "gn")).isFalse();
    }

    @Test
    void nonces_cannot_be_shifted_into_each_other() {
        assertThat(proof.verify(proof.of(Side.HOST, 9401, "a", "bc"), Side.HOST, 9401, "ab", "c"))
                .isFalse();
    }

    @Test
    void a_short_key_is_none() {
        assertThatThrownBy(() -> new LinkProof(new byte[31])).hasMessageContaining("32 bytes");
    }

    @Test
    void T09_the_key_is_not_shown() {
        assertThat(proof).hasToString("LinkProof[****]");
    }
}
