package io.tapgateway.app.build;

import io.tapgateway.app.docs.Page;
import java.util.List;
import java.util.regex.Pattern;

/** The modules of the build, as the root {@code pom.xml} lists them. */
public final class Modules {
    private static final Pattern MODULE = Pattern.compile("<module>([a-z/-]+)</module>");

    private Modules() {}

    /** The folders of all modules, from the root of the repository. */
    public static List<String> all() {
        return MODULE.matcher(Page.of("pom.xml").text())
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    /**
     * The folders of those that the app may consist of, which is neither tools for tests and measurements nor examples.
     */
    public static List<String> ofTheApp() {
        return all().stream().filter(module -> !isBesideTheApp(module)).toList();
    }

    /** The folders of all but benchmarks, which measure, and examples, which stand alone. */
    public static List<String> standingTogether() {
        return all().stream()
                .filter(module -> !module.equals("benchmarks") && !module.startsWith("examples/"))
                .toList();
    }

    static List<String> besideTheApp() {
        return all().stream().filter(Modules::isBesideTheApp).toList();
    }

    private static boolean isBesideTheApp(String module) {
        return module.equals("benchmarks") || module.startsWith("examples/") || module.startsWith("testing/");
    }
}
