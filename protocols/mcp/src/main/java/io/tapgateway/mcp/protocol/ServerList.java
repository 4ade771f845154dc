package io.tapgateway.mcp.protocol;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What a server can be asked to tell of, page by page (M-041, M-066). */
public enum ServerList {
    /** Its tools. */
    TOOLS("tools", "tools", "tools/list", "tools"),
    /** Its resources. */
    RESOURCES("resources", "resources", "resources/list", "resources"),
    /** Templates of the addresses of further ones. */
    TEMPLATES("templates of resources", "resources", "resources/templates/list", "resourceTemplates"),
    /** Its prompts. */
    PROMPTS("prompts", "prompts", "prompts/list", "prompts");

    private final String label;
    private final String capability;
    private final String method;
    private final String member;

    ServerList(String label, String capability, String method, String member) {
        this.label = label;
        this.capability = capability;
        this.method = method;
        this.member = member;
    }

    /** What is in it, for people. */
    public String label() {
        return label;
    }

    /** The request for a page. */
    String method() {
        return method;
    }

    /** Where a page has it. */
    String member() {
        return member;
    }

    /** The lists of a server that has such capabilities. */
    static Set<ServerList> of(Predicate<String> capabilities) {
        return Arrays.stream(values())
                .filter(it -> capabilities.test(it.capability))
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(ServerList.class)));
    }

    /** The lists that are others once a server has said so; none if that says something else. */
    static Set<ServerList> changedBy(String notification) {
        return of(capability -> notification.equals(announcement(capability)));
    }

    /** The notifications by which a server says that all of them are others. */
    public static List<String> announcements() {
        return Arrays.stream(values())
                .map(it -> announcement(it.capability))
                .distinct()
                .toList();
    }

    private static String announcement(String capability) {
        return "notifications/" + capability + "/list_changed";
    }
}
