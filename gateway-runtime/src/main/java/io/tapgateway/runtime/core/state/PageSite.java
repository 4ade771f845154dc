package io.tapgateway.runtime.core.state;

import com.google.common.net.InternetDomainName;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whose a page is: the registrable domain of its origin, below which one owner can have as many origins as it likes; or
 * the host, where that is an address, a name of this machine, or another one that nobody registers (T-56). Immutable.
 */
public record PageSite(String name) {
    private static final Pattern HOST = Pattern.compile("(?:[^:/]+://)?(\\[[^]]*]|[^:/]*).*", Pattern.DOTALL);

    /** The site of an origin as browsers write it; any other text has one as well. */
    public static PageSite of(String origin) {
        Matcher matcher = HOST.matcher(origin);
        String host = matcher.matches() ? matcher.group(1) : origin;
        if (!InternetDomainName.isValid(host)) {
            return new PageSite(host);
        }
        InternetDomainName name = InternetDomainName.from(host);
        return new PageSite((name.isUnderPublicSuffix() ? name.topPrivateDomain() : name).toString());
    }
}
