package io.tapgateway.runtime.core.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UriReferenceTest {
    /** Those of RFC 3986, 5.4, but for fragments; then some where the base has no path to speak of. */
    @ParameterizedTest
    @CsvSource({
        "http://a/b/c/d;p?q, g:h, g:h",
        "http://a/b/c/d;p?q, g, http://a/b/c/g",
        "http://a/b/c/d;p?q, ./g, http://a/b/c/g",
        "http://a/b/c/d;p?q, g/, http://a/b/c/g/",
        "http://a/b/c/d;p?q, /g, http://a/g",
        "http://a/b/c/d;p?q, //g, http://g",
        "http://a/b/c/d;p?q, ?y, http://a/b/c/d;p?y",
        "http://a/b/c/d;p?q, g?y, http://a/b/c/g?y",
        "http://a/b/c/d;p?q, '', http://a/b/c/d;p?q",
        "http://a/b/c/d;p?q, ., http://a/b/c/",
        "http://a/b/c/d;p?q, .., http://a/b/",
        "http://a/b/c/d;p?q, ../g, http://a/b/g",
        "http://a/b/c/d;p?q, ../../g, http://a/g",
        "http://a/b/c/d;p?q, ../../../g, http://a/g",
        "http://a/b/c/d;p?q, /./g, http://a/g",
        "http://a/b/c/d;p?q, g., http://a/b/c/g.",
        "http://a/b/c/d;p?q, ..g, http://a/b/c/..g",
        "http://a/b/c/d;p?q, ./g/., http://a/b/c/g/",
        "http://a/b/c/d;p?q, g/../h, http://a/b/c/h",
        "http://a, g, http://a/g",
        "schema:///, g#x, schema:///g",
        "urn:uuid:1, urn:uuid:2#x, urn:uuid:2",
    })
    void D123_names_are_resolved_as_URIs_are(String base, String reference, String meant) {
        assertThat(UriReference.parse(reference).in(base)).isEqualTo(meant);
    }

    @Test
    void a_fragment_is_read_without_its_escapes() {
        assertThat(UriReference.parse("a#/%24defs/%C3%A9%2B+").meantFragment()).contains("/$defs/\u00E9++");
        assertThat(UriReference.parse("a").meantFragment()).contains("");
        assertThat(UriReference.parse("#%4").meantFragment()).isEmpty();
        assertThat(UriReference.parse("#%zz").meantFragment()).isEmpty();
    }
}
