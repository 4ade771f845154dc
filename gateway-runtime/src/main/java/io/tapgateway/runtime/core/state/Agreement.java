package io.tapgateway.runtime.core.state;

import io.tapgateway.protocol.model.FileDigest;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.UsePreview;
import io.tapgateway.runtime.CallQuestion;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * What a person has agreed to about one tool and its arguments. Immutable.
 *
 * @param askers whom the person has answered, so that they need not be asked for again (U-121)
 * @param shown what the tool has shown of what it would do
 */
public record Agreement(Set<ProviderName> askers, Optional<UsePreview> shown) {
    /** Nobody was asked. */
    public static final Agreement NONE = new Agreement(Set.of(), Optional.empty());

    public Agreement {
        askers = Set.copyOf(askers);
    }

    /** This one, and that a question was answered by a yes. */
    Agreement with(CallQuestion question) {
        Set<ProviderName> all = new HashSet<>(askers);
        question.askers().forEach(asker -> all.add(asker.provider()));
        return new Agreement(all, question.preview().or(() -> shown));
    }

    /** The files that the owner of the tool has shown, if a person has answered it. */
    public Optional<List<FileDigest>> filesOf(ProviderName owner) {
        return askers.contains(owner) ? Optional.of(shown.map(UsePreview::files).orElse(List.of())) : Optional.empty();
    }

    /** The path of a file that is not any more what it was when it was shown. */
    public Optional<String> changedIn(UsePreview now) {
        return shown.flatMap(then -> then.files().stream()
                .filter(file -> now.files().stream()
                        .anyMatch(it -> it.path().equals(file.path()) && !Objects.equals(it.sha256(), file.sha256())))
                .map(FileDigest::path)
                .findFirst());
    }
}
