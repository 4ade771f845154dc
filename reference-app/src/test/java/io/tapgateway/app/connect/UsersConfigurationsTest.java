package io.tapgateway.app.connect;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.home.HomeDirectory;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Configurations as people have them, of each agent: with comments, odd indentation, and hooks and servers of their
 * own.
 */
class UsersConfigurationsTest {
    /** As many, or more, have to be there. */
    private static final int FEWEST = 12;

    @TempDir
    private Path directory;

    private Path user;
    private Path work;
    private Connections connections;

    /** How somebody's editor has written all of them. */
    private enum Editor {
        PLAIN(text -> text),
        WINDOWS(text -> text.replace("\n", "\r\n")),
        MARKED(text -> "\uFEFF" + text),
        TABS(text -> text.replace("    ", "\t").replace("\n  ", "\n\t")),
        NO_LAST_LINE(String::stripTrailing);

        @SuppressWarnings("ImmutableEnumChecker") // functions without a state
        private final UnaryOperator<String> writes;

        Editor(UnaryOperator<String> writes) {
            this.writes = writes;
        }
    }

    @BeforeEach
    void makeDirectories() throws IOException {
        Path root = directory.toRealPath();
        user = root.resolve("user");
        work = root.resolve("work");
        Files.createDirectories(work.resolve(".git"));
        connections = Connections.in(new HomeDirectory(root.resolve("home"), root.resolve("copilot")));
    }

    @ParameterizedTest
    @EnumSource
    void G041_agents_are_connected_and_removed_and_each_file_is_what_it_was_byte_for_byte(Editor editor)
            throws Exception {
        write(editor);
        Map<Path, String> before = snapshot();
        assertThat(before).hasSizeGreaterThanOrEqualTo(FEWEST);
        List<Connector> all = new ArrayList<>();
        for (AgentKind agent : AgentKind.values()) {
            for (boolean isShared : List.of(true, false)) {
                all.add(new Connector(
                        agent,
                        new ConnectPlace(work, user, "/opt/tapgateway", Map.of(), Optional.empty(), isShared),
                        connections));
            }
        }

        for (Connector each : all) {
            assertThat(each.connect(false, false).changes()).isNotEmpty();
        }
        Map<Path, String> connected = snapshot();
        before.forEach((file, text) -> assertThat(connected.get(file))
                .as(file.toString())
                .isNotEqualTo(text)
                .matches(it -> isLeftIn(text, it), "has all of it"));
        Collections.shuffle(all, new Random(editor.name().hashCode()));
        for (Connector each : all) {
            assertThat(each.remove(false).remarks())
                    .filteredOn(it -> !it.startsWith("Its files stay"))
                    .isEmpty();
        }

        assertThat(snapshot()).isEqualTo(before);
    }

    /** Whether a text is what is left if something is cut. */
    private static boolean isLeftIn(String text, String more) {
        int found = 0;
        for (int i = 0; i < more.length() && found < text.length(); i++) {
            found += more.charAt(i) == text.charAt(found) ? 1 : 0;
        }
        return found == text.length();
    }

    private void write(Editor editor) throws IOException, URISyntaxException {
        Path all = Path.of(
                UsersConfigurationsTest.class.getResource("configurations").toURI());
        try (Stream<Path> files = Files.walk(all)) {
            for (Path each : files.filter(Files::isRegularFile).toList()) {
                Path file = directory
                        .toRealPath()
                        .resolve(all.relativize(each).toString().replace("dot-", "."));
                Files.createDirectories(file.getParent());
                Files.writeString(file, editor.writes.apply(Files.readString(each)));
            }
        }
    }

    private Map<Path, String> snapshot() throws IOException {
        Map<Path, String> all = new TreeMap<>();
        for (Path root : List.of(user, work)) {
            try (Stream<Path> files = Files.walk(root)) {
                for (Path each : files.filter(Files::isRegularFile).toList()) {
                    all.put(each, new String(Files.readAllBytes(each), StandardCharsets.UTF_8));
                }
            }
        }
        return all;
    }
}
