package io.tapgateway.user;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ProviderName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a yes for the rest of a session permits beside the very arguments that were shown (U-106). Immutable.
 */
public sealed interface Scope {
    /** Whether somebody who has said yes to this need not be asked. */
    boolean covers(ApprovalRequest request);

    /** What it permits, for people: the end of "for this session: …". */
    String text();

    /**
     * What a person may choose from, narrowest first. Where a tool is known to be dangerous there is nothing, and a
     * tool that takes commands is never permitted as a whole.
     */
    static List<Scope> of(ApprovalRequest request) {
        List<Scope> scopes = new ArrayList<>();
        if (!request.dangerous()) {
            Words.of(request).ifPresent(scopes::add);
            Below.of(request).ifPresent(scopes::add);
            if (string(request, Words.ARGUMENT).isEmpty()) {
                scopes.add(new Tool(request.tool(), request.provider()));
            }
        }
        return List.copyOf(scopes);
    }

    private static Optional<String> string(ApprovalRequest request, String argument) {
        return request.args()
                .get(argument)
                .filter(it -> it.kind() == JsonKind.STRING)
                .map(JsonValue::asString);
    }

    private static boolean isSameTool(ApprovalRequest request, String tool, ProviderName provider) {
        return !request.dangerous()
                && request.tool().equals(tool)
                && request.provider().equals(provider);
    }

    /** Any use of a tool. */
    record Tool(String tool, ProviderName provider) implements Scope {
        @Override
        public boolean covers(ApprovalRequest request) {
            return isSameTool(request, tool, provider);
        }

        @Override
        public String text() {
            return "any use of '" + tool + "'";
        }
    }

    /**
     * Commands that begin with these two words, a program and what it is to do, where all other arguments are the same.
     *
     * @param words separated by a single blank
     */
    record Words(String tool, ProviderName provider, String words, JsonValue others) implements Scope {
        static final String ARGUMENT = "command";

        /** An option in the place of the second word says nothing of what is done: {@code bash -c}. */
        private static final Pattern FIRST = Pattern.compile("([^\\s\"']+)[ \\t]+([^\\s\"'-][^\\s\"']*)(?=\\s|$)");

        /** Where one of these is in it, a command may be several, or read and write what it does not name. */
        private static final Pattern COMPOUND = Pattern.compile("[;&|<>$()`\\r\\n]");

        static Optional<Words> of(ApprovalRequest request) {
            return string(request, ARGUMENT)
                    .filter(command -> !COMPOUND.matcher(command).find())
                    .map(FIRST::matcher)
                    .filter(Matcher::lookingAt)
                    .map(first -> new Words(
                            request.tool(),
                            request.provider(),
                            first.group(1) + " " + first.group(2),
                            withoutCommand(request)));
        }

        private static JsonValue withoutCommand(ApprovalRequest request) {
            Map<String, JsonValue> others = new HashMap<>(request.args().members());
            others.remove(ARGUMENT);
            return JsonValue.object(others);
        }

        @Override
        public boolean covers(ApprovalRequest request) {
            return isSameTool(request, tool, provider)
                    && of(request).filter(this::equals).isPresent();
        }

        @Override
        public String text() {
            return "'" + tool + "' with commands that begin with '" + words + "'";
        }
    }

    /**
     * Files below a directory, whatever the other arguments are. Paths are compared as they are written: a link in the
     * directory leads where it leads.
     *
     * @param argument which of them is the path
     * @param directory absolute, ends with a slash
     */
    record Below(String tool, ProviderName provider, String argument, String directory) implements Scope {
        private static final List<String> ARGUMENTS = List.of("file_path", "path", "filePath");
        private static final Pattern ROUNDABOUT = Pattern.compile("(^|/)\\.{1,2}(/|$)|//|\\\\|[\\x00-\\x1f]");

        static Optional<Below> of(ApprovalRequest request) {
            List<String> given = ARGUMENTS.stream()
                    .filter(it -> request.args().get(it).isPresent())
                    .toList();
            if (given.size() != 1) {
                return Optional.empty();
            }
            String argument = given.get(0);
            return string(request, argument)
                    .filter(Below::isPlain)
                    .map(path -> path.substring(0, path.lastIndexOf('/') + 1))
                    .filter(directory -> directory.length() > 1)
                    .map(directory -> new Below(request.tool(), request.provider(), argument, directory));
        }

        private static boolean isPlain(String path) {
            return path.startsWith("/") && !ROUNDABOUT.matcher(path).find();
        }

        @Override
        public boolean covers(ApprovalRequest request) {
            return isSameTool(request, tool, provider)
                    && of(request)
                            .filter(it -> it.argument.equals(argument) && it.directory.startsWith(directory))
                            .isPresent();
        }

        @Override
        public String text() {
            return "'" + tool + "' below " + directory;
        }
    }
}
