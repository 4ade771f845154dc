package io.tapgateway.runtime.core.rule;

import io.tapgateway.protocol.json.EcmaJson;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.runtime.core.kernel.Utf8;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A tool about to be used, as rules see it. Its arguments are turned into text, and searched for paths, at most once
 * and only if a rule asks. Confined to the loop; made for one call.
 */
public final class ToolUse {
    /** The provider of tools that no provider brought (D-167). */
    public static final ProviderName HOST = new ProviderName("host");

    /** Where a call takes place: what turns its arguments into paths. Immutable. */
    public record Place(Set<String> pathKeys, Optional<String> directory) {
        /** The keys of D-166, and no directory. */
        public static final Place UNKNOWN = new Place(PathArguments.STANDARD_KEYS, Optional.empty());

        public Place {
            pathKeys = Set.copyOf(pathKeys);
        }

        /** These keys, or those of D-166; in a directory, or in none. */
        public static Place of(Optional<Set<String>> pathKeys, Optional<Path> directory) {
            return new Place(pathKeys.orElse(PathArguments.STANDARD_KEYS), directory.map(Path::toString));
        }

        /** The keys of D-166, in that directory. */
        public static Place in(String directory) {
            return new Place(PathArguments.STANDARD_KEYS, Optional.of(directory));
        }
    }

    private final String tool;
    private final ProviderName provider;
    private final JsonValue args;
    private final Place place;
    private final int mostBytes;
    private Optional<String> text = Optional.empty();
    private boolean written;
    private @Nullable String foldedProvider;
    private @Nullable PathArguments paths;

    /** @param provider who owns the tool; {@link #HOST} for the host's own */
    public ToolUse(String tool, ProviderName provider, JsonValue args, Place place, Limits limits) {
        this.tool = tool;
        this.provider = provider;
        this.args = args;
        this.place = place;
        this.mostBytes = limits.get(Limit.MATCH_INPUT);
    }

    /** The tool's exact name. */
    public String tool() {
        return tool;
    }

    String foldedProvider() {
        String known = foldedProvider;
        if (known == null) {
            known = provider.folded();
            foldedProvider = known;
        }
        return known;
    }

    /**
     * The arguments as {@code JSON.stringify} writes them (D-171); empty if that is longer than may be searched
     * (D-170).
     */
    Optional<String> text() {
        if (!written) {
            text = EcmaJson.stringify(args, mostBytes).filter(it -> Utf8.fits(it, mostBytes));
            written = true;
        }
        return text;
    }

    PathArguments paths() {
        PathArguments known = paths;
        if (known == null) {
            known = PathArguments.of(args, place.pathKeys(), place.directory());
            paths = known;
        }
        return known;
    }
}
