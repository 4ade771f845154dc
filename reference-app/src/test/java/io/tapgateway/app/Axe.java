package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.tapgateway.protocol.json.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The library axe, loaded into a page, and what it finds there. Confined to the test. */
final class Axe {
    private static final String AXE = "axe-core@4.14.1";

    /** All that is found, in a line for each. */
    private static final String FINDINGS =
            "axe.run(document, {resultTypes: ['violations']}).then((all) => all.violations.flatMap((it) =>"
                    + " it.nodes.map((node) => it.id + ': ' + node.target.join(' ') + ' ' + node.html)))";

    private final Browser browser;
    private final List<String> findings = new ArrayList<>();

    private Axe(Browser browser) {
        this.browser = browser;
    }

    /** Its source, from npm; the test is skipped where that cannot be reached. */
    static String source(Path directory) throws IOException {
        Path project = Files.createDirectories(directory.resolve("axe"));
        Files.writeString(project.resolve("package.json"), "{}");
        Interpreter.npm(project, "install", "--ignore-scripts", AXE).ifPresent(why -> abort(why));
        return Files.readString(project.resolve("node_modules/axe-core/axe.min.js"));
    }

    /** Loads it into the page that the browser is at. */
    static Axe in(Browser browser, String source) {
        assertThat(browser.run("(() => {" + source + "\nreturn typeof axe.run})()"))
                .isEqualTo(JsonValue.of("function"));
        return new Axe(browser);
    }

    /** @param what is to be seen */
    void look(String what) {
        browser.run(FINDINGS).elements().forEach(it -> findings.add(what + ": " + it.asString()));
    }

    /** Everything that was found so far. */
    List<String> findings() {
        return findings;
    }
}
