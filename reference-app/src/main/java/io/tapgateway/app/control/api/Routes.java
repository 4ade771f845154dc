package io.tapgateway.app.control.api;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Which action answers which method and path. Immutable. */
public final class Routes {
    private final List<Route> routes;

    private Routes(List<Route> routes) {
        this.routes = List.copyOf(routes);
    }

    public static Builder builder() {
        return new Builder();
    }

    /**
     * Has the action answer that there is for a request.
     *
     * @param crowded whether only what has its answer at once may be asked for
     */
    public CompletionStage<ApiReply> answer(ApiRequest request, boolean crowded) throws ApiProblem {
        boolean known = false;
        for (Route route : routes) {
            Optional<Map<String, String>> variables = route.match(request.segments());
            if (variables.isEmpty()) {
                continue;
            }
            if (route.method.equals(request.method())) {
                if (crowded && route.mayWait) {
                    throw ApiProblem.crowded();
                }
                return route.action.answer(request.withVariables(variables.get()));
            }
            known = true;
        }
        throw known
                ? ApiProblem.methodNotAllowed("This path does not answer " + request.method() + ".")
                : ApiProblem.notFound("There is nothing at this path; docs/control-api.md lists those there are.");
    }

    /** All there are, as {@code GET /api/sessions/{session}}. */
    public List<String> names() {
        return routes.stream()
                .map(route -> route.method + " /" + String.join("/", route.pattern))
                .toList();
    }

    private record Route(String method, List<String> pattern, ApiAction action, boolean mayWait) {
        Optional<Map<String, String>> match(List<String> segments) {
            if (segments.size() != pattern.size()) {
                return Optional.empty();
            }
            Map<String, String> variables = new HashMap<>();
            for (int i = 0; i < segments.size(); i++) {
                String expected = pattern.get(i);
                if (expected.startsWith("{") && !segments.get(i).isEmpty()) {
                    variables.put(expected.substring(1, expected.length() - 1), segments.get(i));
                } else if (!expected.equals(segments.get(i))) {
                    return Optional.empty();
                }
            }
            return Optional.of(variables);
        }
    }

    /** Collects routes; the first that fits wins. Not thread-safe. */
    public static final class Builder {
        private final List<Route> routes = new ArrayList<>();

        /**
         * A route whose action may take its time.
         *
         * @param path with open segments in braces
         */
        public Builder on(String method, String path, ApiAction action) {
            return add(method, path, action, true);
        }

        /** A route whose action has its answer at once. */
        public Builder now(String method, String path, ApiAction.Immediate action) {
            return add(method, path, ApiAction.immediate(action), false);
        }

        private Builder add(String method, String path, ApiAction action, boolean mayWait) {
            routes.add(new Route(method, List.of(path.substring(1).split("/", -1)), action, mayWait));
            return this;
        }

        public Routes build() {
            return new Routes(routes);
        }
    }
}
