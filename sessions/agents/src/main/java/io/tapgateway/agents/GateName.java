package io.tapgateway.agents;

import java.util.Locale;
import java.util.Map;

/** Under which name gates are asked about a tool that agents call by different names (G-023). Stateless. */
final class GateName {
    private static final Map<String, String> COMMON = Map.ofEntries(
            Map.entry("bash", "shell"),
            Map.entry("run_shell_command", "shell"),
            Map.entry("shell", "shell"),
            Map.entry("write", "write"),
            Map.entry("write_file", "write"),
            Map.entry("create", "write"),
            Map.entry("edit", "edit"),
            Map.entry("replace", "edit"),
            Map.entry("apply_patch", "edit"),
            Map.entry("str_replace", "edit"),
            Map.entry("read", "read"),
            Map.entry("read_file", "read"),
            Map.entry("webfetch", "fetch"),
            Map.entry("web_fetch", "fetch"));

    private GateName() {}

    /** @param tool the agent's own name */
    static String of(String tool) {
        return COMMON.getOrDefault(tool.toLowerCase(Locale.ROOT), tool);
    }
}
