package io.tapgateway.spring;

import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.FileResults;
import io.tapgateway.runtime.GateLoss;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewayBuilder;
import io.tapgateway.runtime.PairingPolicy;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the gateway. Immutable.
 *
 * @param port where programs of this machine dial in, on the loopback addresses; 0 picks a free one. Needs
 *     transport-ws. Unless it is set, nobody gets in but providers of this process.
 * @param tokenFile where programs of this user find the token that lets them into discoverable sessions; its directory
 *     has to exist. Unless it is set, there is no such token.
 * @param pairing whether programs and pages may ask the user to be let in. Unless it is set, local ones may, and others
 *     within a time that the user has opened.
 * @param gateLoss what becomes of the rules of a provider that is lost.
 * @param strictNewSessions whether what rules of a provider of all sessions concern is denied in a new session until
 *     that provider is ready there.
 * @param trustHintsOf of which providers hints that make a tool look harmless are believed.
 * @param filesDirectory below which providers that answer with files have directories of their own. Unless it is set,
 *     there are no such answers.
 * @param limits other limits than the standard ones, each in its unit: a number, milliseconds or bytes.
 * @param provider the name under which the application's own tools appear.
 */
@ConfigurationProperties("tap.gateway")
record GatewayProperties(
        @Nullable Integer port,
        @Nullable Path tokenFile,
        PairingPolicy.@Nullable Mode pairing,
        @DefaultValue("hold-window") GateLoss gateLoss,
        @DefaultValue("false") boolean strictNewSessions,
        @DefaultValue("internal") Set<TrustLevel> trustHintsOf,
        @Nullable Path filesDirectory,
        @DefaultValue Map<Limit, Long> limits,
        @DefaultValue("application") String provider) {

    GatewayBuilder builder() {
        Limits all = Limits.standard();
        for (Map.Entry<Limit, Long> limit : limits.entrySet()) {
            all = all.with(limit.getKey(), limit.getValue());
        }
        GatewayBuilder builder = Gateway.builder()
                .limits(all)
                .gateLoss(gateLoss)
                .strictNewSessions(strictNewSessions)
                .trustHintsOf(trustHintsOf);
        if (pairing != null) {
            builder.pairing(PairingPolicy.always(pairing));
        }
        if (filesDirectory != null) {
            builder.fileResults(FileResults.in(filesDirectory));
        }
        return builder;
    }
}
