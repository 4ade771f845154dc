package io.tapgateway.user;

import io.tapgateway.protocol.model.ProviderName;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a person has permitted for the rest of a session (U-106). Immutable.
 *
 * @param id the number of the question to which that was the answer
 * @param askers who wanted the person to be asked; where somebody else does, the person is asked again
 * @param by the surface where it was said
 */
public record Grant(QuestionId id, Scope scope, Set<ProviderName> askers, String by) {
    public Grant {
        askers = Set.copyOf(askers);
    }

    static Grant of(QuestionId id, ApprovalRequest request, Scope scope, String by) {
        return new Grant(id, scope, askers(request), by);
    }

    boolean covers(ApprovalRequest request) {
        return askers.containsAll(askers(request)) && scope.covers(request);
    }

    private static Set<ProviderName> askers(ApprovalRequest request) {
        return request.sources().stream().map(ApprovalRequest.Source::name).collect(Collectors.toSet());
    }
}
