package io.tapgateway.runtime.core.rule;

import com.google.common.base.Splitter;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The paths among the arguments of a call, in the forms in which globs are tried on them (D-166). Immutable.
 *
 * @param paths normalised: slashes only, no <code>.</code>, no <code>..</code> but at the front, no slash at the end;
 *     each as it was given, against the working directory, and from there
 * @param unreadable whether an argument that should be a path, or a list of some, is something else
 */
record PathArguments(List<String> paths, boolean unreadable) {
    /** Which arguments are paths, unless a host says otherwise. */
    static final Set<String> STANDARD_KEYS =
            Set.of("path", "file", "filePath", "file_path", "filename", "files", "target_file", "notebook_path");

    PathArguments {
        paths = List.copyOf(paths);
    }

    /** The paths of a call that works in that directory, if it is known. */
    static PathArguments of(JsonValue args, Set<String> keys, Optional<String> directory) {
        if (args.kind() != JsonKind.OBJECT) {
            return new PathArguments(List.of(), false);
        }
        Set<String> paths = new LinkedHashSet<>();
        boolean unreadable = false;
        for (String key : keys) {
            Optional<JsonValue> value = args.get(key);
            if (value.isPresent()) {
                unreadable |= !addAll(paths, value.get(), directory);
            }
        }
        return new PathArguments(new ArrayList<>(paths), unreadable);
    }

    /** Whether the call has none. */
    boolean isEmpty() {
        return paths.isEmpty() && !unreadable;
    }

    /** False if it is neither a text nor a list of some. */
    private static boolean addAll(Set<String> paths, JsonValue value, Optional<String> directory) {
        if (value.kind() == JsonKind.STRING) {
            addForms(paths, value.asString(), directory);
            return true;
        }
        if (value.kind() != JsonKind.ARRAY || value.elements().isEmpty()) {
            return false;
        }
        boolean texts = true;
        for (JsonValue item : value.elements()) {
            if (item.kind() == JsonKind.STRING) {
                addForms(paths, item.asString(), directory);
            } else {
                texts = false;
            }
        }
        return texts;
    }

    private static void addForms(Set<String> paths, String path, Optional<String> directory) {
        String given = normalised(path);
        paths.add(given);
        if (directory.isEmpty()) {
            return;
        }
        String base = normalised(directory.get());
        String absolute = isAbsolute(given) ? given : normalised(base + "/" + given);
        paths.add(absolute);
        String inside = base.endsWith("/") ? base : base + "/";
        if (absolute.startsWith(inside)) {
            paths.add(absolute.substring(inside.length()));
        }
    }

    private static boolean isAbsolute(String path) {
        return path.startsWith("/") || (path.length() > 1 && path.charAt(1) == ':');
    }

    private static String normalised(String path) {
        String slashed = path.replace('\\', '/');
        boolean rooted = slashed.startsWith("/");
        Deque<String> components = new ArrayDeque<>();
        for (String component : Splitter.on('/').omitEmptyStrings().split(slashed)) {
            boolean upwards = component.equals("..");
            if (upwards && !components.isEmpty() && !components.getLast().equals("..")) {
                components.removeLast();
            } else if (!component.equals(".") && !(upwards && rooted)) {
                components.addLast(component);
            }
        }
        return (rooted ? "/" : "") + String.join("/", components);
    }
}
