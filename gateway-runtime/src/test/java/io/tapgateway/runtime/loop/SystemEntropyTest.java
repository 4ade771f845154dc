package io.tapgateway.runtime.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class SystemEntropyTest {
    @Test
    void D048_codes_are_six_digits_of_every_kind_at_every_place() {
        SystemEntropy entropy = new SystemEntropy();

        List<String> codes = Stream.generate(entropy::code).limit(5_000).toList();

        assertThat(codes).allMatch(code -> code.matches("[0-9]{6}"));
        for (int place = 0; place < 6; place++) {
            int at = place;
            assertThat(codes.stream().map(code -> code.charAt(at)).distinct()).hasSize(10);
        }
    }

    @Test
    void ids_have_128_bits_and_never_come_twice() {
        SystemEntropy one = new SystemEntropy();
        SystemEntropy other = new SystemEntropy();

        List<String> ids = Stream.concat(
                        Stream.generate(one::id).limit(2_000),
                        Stream.generate(other::id).limit(2_000))
                .toList();

        assertThat(ids).allMatch(id -> id.matches("[0-9a-f]{32}")).doesNotHaveDuplicates();
        for (int place = 0; place < 32; place++) {
            int at = place;
            assertThat(ids.stream().map(id -> id.charAt(at)).distinct()).hasSize(16);
        }
    }
}
