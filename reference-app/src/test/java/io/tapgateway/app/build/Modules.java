package io.tapgateway.app.build;

import io.tapgateway.app.docs.Page;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The modules of the build, as the root {@code pom.xml} lists them. */
public final class Modules {
    private static final Pattern MODULE = Pattern.compile("<module>([a-z/-]+)</module>");
    private static final Pattern ARTIFACT = Pattern.compile("</parent>\\s*<artifactId>([a-z-]+)</artifactId>");

    /** Those that are a {@code pom.xml} and nothing else. */
    private static final Set<String> WITHOUT_CLASSES = Set.of("integrations/bom", "dist");

    private Modules() {}

    /** The folders of all modules, from the root of the repository. */
    public static List<String> all() {
        return MODULE.matcher(Page.of("pom.xml").text())
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    /**
     * The folders of those that the app may consist of, which is neither tools for tests and measurements nor
     * examples, nor what artifacts are published with.
     */
    public static List<String> ofTheApp() {
        return all().stream().filter(module -> !isBesideTheApp(module)).toList();
    }

    /** The folders of all with classes but benchmarks, which measure, and examples, which stand alone. */
    public static List<String> standingTogether() {
        return all().stream()
                .filter(module -> !WITHOUT_CLASSES.contains(module))
                .filter(module -> !module.equals("benchmarks") && !module.startsWith("examples/"))
                .toList();
    }

    /** The folders of those with classes that others build upon: what a Maven repository is given. */
    static List<String> published() {
        return all().stream()
                .filter(module -> !WITHOUT_CLASSES.contains(module))
                .filter(module -> pom(module).contains("<maven.deploy.skip>false<"))
                .toList();
    }

    /** What repositories call a module. */
    public static String artifact(String module) {
        Matcher named = ARTIFACT.matcher(pom(module));
        if (!named.find()) {
            throw new AssertionError(module + " has no name");
        }
        return named.group(1);
    }

    static String pom(String module) {
        return Page.of(module + "/pom.xml").text();
    }

    static List<String> besideTheApp() {
        return all().stream().filter(Modules::isBesideTheApp).toList();
    }

    private static boolean isBesideTheApp(String module) {
        return WITHOUT_CLASSES.contains(module)
                || module.equals("benchmarks")
                || module.startsWith("examples/")
                || module.startsWith("testing/");
    }
}
