package io.tapgateway.transport.ws.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DescriptorShareTest {
    private static final String BEFORE = "Limit                     Soft Limit           Hard Limit           Units\n";

    @Test
    void T57_a_crowd_takes_a_quarter_of_few_free_descriptors() {
        String limits = BEFORE + "Max open files            256                  4096                 files\n";

        assertThat(DescriptorShare.atMost(256, limits, 80)).isEqualTo(44);
        assertThat(DescriptorShare.atMost(10, limits, 80)).isEqualTo(10);
        assertThat(DescriptorShare.atMost(10, limits, 300)).isEqualTo(4);
    }

    @Test
    void of_many_or_of_an_unknown_number_it_gets_what_it_wants() {
        assertThat(DescriptorShare.atMost(256, BEFORE + "Max open files            20000   20000   files\n", 80))
                .isEqualTo(256);
        assertThat(DescriptorShare.atMost(
                        256, BEFORE + "Max open files            unlimited   unlimited   files\n", 80))
                .isEqualTo(256);
        assertThat(DescriptorShare.atMost(256, "", 80)).isEqualTo(256);
    }
}
