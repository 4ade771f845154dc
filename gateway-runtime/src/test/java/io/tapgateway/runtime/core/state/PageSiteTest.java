package io.tapgateway.runtime.core.state;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PageSiteTest {
    @ParameterizedTest
    @CsvSource({
        "https://example.com, example.com",
        "https://a.b.example.com:8443, example.com",
        "http://a.example.co.uk, example.co.uk",
        "https://ada.github.io, ada.github.io",
        "https://x.ada.github.io, ada.github.io",
        "https://github.io, github.io",
        "http://localhost:5173, localhost",
        "http://a.localhost:5173, a.localhost",
        "http://127.0.0.1:5173, 127.0.0.1",
        "http://[::1]:5173, [::1]",
        "http://intranet, intranet",
        "https://a.moon.example, a.moon.example",
        "https://example.com., example.com",
        "https://xn--bcher-kva.example.com, example.com",
        "chrome-extension://abcdefghijklmnop, abcdefghijklmnop",
        "https://under_score.example.com, example.com",
        "null, null",
    })
    void T56_the_site_is_what_somebody_registers(String origin, String site) {
        assertThat(PageSite.of(origin)).isEqualTo(new PageSite(site));
    }
}
