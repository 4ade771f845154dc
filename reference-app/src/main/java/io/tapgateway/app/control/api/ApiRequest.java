package io.tapgateway.app.control.api;

import io.tapgateway.app.session.AppSessions;
import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.TraceParent;
import io.tapgateway.runtime.CallProgress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A request as an action sees it. Immutable.
 *
 * @param segments of the path, decoded
 * @param variables the segments that the route leaves open, by name
 * @param query decoded; of a repeated name the last value
 * @param traceParents the headers of that name, as sent
 * @param agentProcess the header that says which process has started an agent's hook, as sent
 * @param fromConsole whether it goes to the console, as those of its pages do
 * @param personKey the header by which a page of the console says which one it is; never a program's
 * @param body as sent; may be empty
 * @param progress told how far a call is, if whoever asks wants to know
 */
public record ApiRequest(
        String method,
        List<String> segments,
        Map<String, String> variables,
        Map<String, String> query,
        List<String> traceParents,
        Optional<String> agentProcess,
        boolean fromConsole,
        Optional<String> personKey,
        String body,
        Optional<Consumer<? super CallProgress>> progress) {
    /** The header by which programs say which trace a request is part of. */
    public static final String TRACE_PARENT = "traceparent";

    /** The header by which hooks of agents say which process has started them. */
    public static final String AGENT_PROCESS = "tap-agent-process";

    /** The header by which a page of the console says which one it is (U-107). */
    public static final String PERSON_KEY = "tap-person";

    public ApiRequest {
        segments = List.copyOf(segments);
        variables = Map.copyOf(variables);
        query = Map.copyOf(query);
        traceParents = List.copyOf(traceParents);
    }

    ApiRequest withVariables(Map<String, String> found) {
        Map<String, String> all = new HashMap<>(variables);
        all.putAll(found);
        return new ApiRequest(
                method, segments, all, query, traceParents, agentProcess, fromConsole, personKey, body, progress);
    }

    public ApiRequest reportingTo(Consumer<CallProgress> listener) {
        return new ApiRequest(
                method,
                segments,
                variables,
                query,
                traceParents,
                agentProcess,
                fromConsole,
                personKey,
                body,
                Optional.of(listener));
    }

    /**
     * A segment that the route leaves open; asking for one that the route does not have is a mistake in the program.
     */
    public String variable(String name) {
        String value = variables.get(name);
        if (value == null) {
            throw new IllegalStateException("the route of " + segments + " leaves no '" + name + "' open");
        }
        return value;
    }

    /** The session that the path names. */
    public AppSessions.Open session(AppSessions sessions) throws ApiProblem {
        return sessions.find(variable("session"))
                .orElseThrow(
                        () -> ApiProblem.notFound("There is no session of that id; 'sessions' lists those there are."));
    }

    /** The trace that the request is part of, if it says so. */
    public Optional<TraceParent> traceParent() throws ApiProblem {
        if (traceParents.size() > 1) {
            throw ApiProblem.badRequest("There is more than one header '" + TRACE_PARENT + "'; send one, or none.");
        }
        try {
            return traceParents.stream().findFirst().map(TraceParent::new);
        } catch (InvalidMessage e) {
            throw ApiProblem.badRequest("The header '" + TRACE_PARENT + "' cannot be passed on: " + e.reason() + ".");
        }
    }

    /** The process that has started an agent's hook, which has to be there. */
    public long process() throws ApiProblem {
        return agentProcess
                .filter(it -> it.matches("[1-9][0-9]{0,17}"))
                .map(Long::valueOf)
                .orElseThrow(() -> ApiProblem.badRequest("The request needs a header '" + AGENT_PROCESS
                        + "' with the number of the process that has started the hook."));
    }

    /** A whole number from the query. */
    public long number(String name, long otherwise, long least, long most) throws ApiProblem {
        String text = query.get(name);
        if (text == null) {
            return otherwise;
        }
        try {
            long value = Long.parseLong(text);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw ApiProblem.badRequest("'" + name + "' must be a whole number.");
        }
        throw ApiProblem.badRequest("'" + name + "' must be between " + least + " and " + most + ".");
    }

    /** A member of the body that must be a whole number if it is there. */
    public long wholeNumber(String name, long otherwise, long least, long most) throws ApiProblem {
        return member(name, JsonReader.wholeNumber(least, most)).orElse(otherwise);
    }

    /** A member of the body that must be a string with something in it. */
    public String requiredText(String name) throws ApiProblem {
        return text(name)
                .filter(text -> !text.isBlank())
                .orElseThrow(() -> ApiProblem.badRequest("The body needs a '" + name + "'."));
    }

    /** A member of the body that must be a string if it is there. */
    public Optional<String> text(String name) throws ApiProblem {
        return member(name, JsonReader.TEXT);
    }

    /** A member of the body that must be an object; absent, it stands for <code>{}</code>. */
    public JsonValue objectOf(String name) throws ApiProblem {
        return member(name, JsonReader.OBJECT).orElse(JsonValue.EMPTY_OBJECT);
    }

    /** A member of the body, if it is there. */
    public <T> Optional<T> member(String name, JsonReader<T> reader) throws ApiProblem {
        JsonObject object = object();
        try {
            return object.optional(name, reader);
        } catch (JsonFault fault) {
            throw ApiProblem.badRequest("'" + fault.pointer().substring(1) + "' " + fault.reason() + ".");
        }
    }

    /** The body, which must be a JSON object; an empty body stands for <code>{}</code>. */
    private JsonObject object() throws ApiProblem {
        try {
            return JsonObject.of(body.isBlank() ? JsonValue.EMPTY_OBJECT : JsonValue.parse(body));
        } catch (MalformedJson e) {
            throw ApiProblem.invalidJson("The body cannot be read: " + e.reason() + ".");
        } catch (JsonFault fault) {
            throw ApiProblem.invalidJson("The body must be a JSON object.");
        }
    }
}
