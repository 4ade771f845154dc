package io.tapgateway.testkit.transcript;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.Secret;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.testkit.JsonPattern;
import io.tapgateway.testkit.ManualClock;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The commands about the gateway as a whole: its limits, sessions, tokens, time and end. Confined to the thread of the
 * test.
 */
final class GatewayCommands {
    private final Cast cast;
    private @Nullable CompletableFuture<Void> shutdown;

    GatewayCommands(Cast cast) {
        this.cast = cast;
    }

    Map<String, TranscriptCommand> byName() {
        return Map.of(
                "undisturbed", words -> clock(),
                "limit", this::limit,
                "session", this::session,
                "token", this::token,
                "revoke", this::revoke,
                "gateway", this::gateway,
                "advance", words -> clock().advance(TranscriptWords.duration(words.next())),
                "wall", words -> clock().jumpWall(TranscriptWords.duration(words.next())));
    }

    /** {@code limit QUEUED_CALLS 3}, before anything else. */
    private void limit(TranscriptWords words) {
        cast.limit(Limit.valueOf(words.next()), Long.parseLong(words.next()));
    }

    /** {@code session s1 [discoverable] [foreground] [reserve=shell,edit] [forbid=mine] [keep=ci,lint]}. */
    private void session(TranscriptWords words) {
        String id = words.next();
        SessionInfo info = SessionInfo.of(id, "Session " + id, Path.of("/code/" + id));
        while (!words.isEmpty()) {
            if (words.takes("discoverable")) {
                info = info.withDiscoverable(true);
            } else if (words.takes("foreground")) {
                info = info.withForeground(true);
            } else if (words.startsWithOption()) {
                info = withReserved(info, words);
            } else {
                break;
            }
        }
        cast.openSession(info);
    }

    private static SessionInfo withReserved(SessionInfo info, TranscriptWords words) {
        Optional<String> tools = words.option("reserve");
        Optional<String> forbidden = words.option("forbid");
        if (tools.isPresent()) {
            return info.withReservedToolNames(Set.of(tools.get().split(",")));
        } else if (forbidden.isPresent()) {
            return info.withReservedProviderNames(names(forbidden.get()));
        }
        String kept = words.option("keep")
                .orElseThrow(() -> new IllegalArgumentException("a session has no '" + words.remainder() + "'"));
        return info.withConfiguredProviderNames(names(kept));
    }

    private static Set<ProviderName> names(String list) {
        return Arrays.stream(list.split(",")).map(ProviderName::new).collect(Collectors.toSet());
    }

    /** {@code token spawn s1 ci as T} or {@code token discovery as T}. */
    private void token(TranscriptWords words) {
        String name = words.takeName();
        Secret token = words.takes("discovery") ? cast.gateway().tokens().issueDiscoveryToken() : spawnToken(words);
        cast.captures().put(name, JsonValue.of(token.reveal()));
    }

    private Secret spawnToken(TranscriptWords words) {
        if (!words.takes("spawn")) {
            throw new IllegalArgumentException("a token is 'spawn SESSION NAME' or 'discovery'");
        }
        return cast.gateway().tokens().issueSpawnToken(new SessionId(words.next()), new ProviderName(words.next()));
    }

    /** {@code revoke T}. */
    private void revoke(TranscriptWords words) {
        cast.gateway().tokens().revoke(Secret.of(cast.captures().text(words.next())));
    }

    /** {@code gateway shutdown}, {@code ended}, {@code running}, {@code close-now}, {@code providers […]}. */
    private void gateway(TranscriptWords words) {
        String what = words.next();
        switch (what) {
            case "shutdown" -> shutdown = cast.gateway().shutdown().toCompletableFuture();
            case "close-now" -> cast.gateway().closeNow();
            case "ended" -> require(cast.holds(this::hasEnded), "the gateway has not ended");
            case "running" -> require(!hasEnded(), "the gateway has ended");
            case "providers" -> providers(JsonPattern.parse(words.remainder()));
            default -> throw new IllegalArgumentException("there is no command 'gateway " + what + "'");
        }
    }

    private boolean hasEnded() {
        CompletableFuture<Void> ending = shutdown;
        return ending != null && ending.isDone();
    }

    private void providers(JsonPattern pattern) {
        cast.holds(() -> pattern.mismatch(Json.providers(cast.gateway().providers()), cast.captures())
                .isEmpty());
        JsonValue actual = Json.providers(cast.gateway().providers());
        pattern.mismatch(actual, cast.captures()).ifPresent(difference -> {
            throw new AssertionError("got " + actual + "\n  because " + difference);
        });
    }

    private ManualClock clock() {
        return cast.stage()
                .clock()
                .orElseThrow(() -> new IllegalArgumentException("time cannot be advanced on this stage"));
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new AssertionError(otherwise);
        }
    }
}
