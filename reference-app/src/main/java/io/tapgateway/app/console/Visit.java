package io.tapgateway.app.console;

import io.tapgateway.runtime.Secret;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * What a browser that is signed in shows with every request: both, because browsers show cookies to every port of a
 * machine, and scripts can read what is no cookie. Immutable.
 *
 * @param cookie kept from scripts
 * @param pass known to the page alone
 */
public record Visit(Secret cookie, Secret pass) {
    /** Takes equally long whatever is wrong. */
    boolean isShownBy(String offeredCookie, String offeredPass) {
        boolean hasCookie = isSame(cookie, offeredCookie);
        boolean hasPass = isSame(pass, offeredPass);
        return hasCookie && hasPass;
    }

    static boolean isSame(Secret expected, String offered) {
        return MessageDigest.isEqual(
                expected.reveal().getBytes(StandardCharsets.UTF_8), offered.getBytes(StandardCharsets.UTF_8));
    }
}
