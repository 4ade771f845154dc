package io.tapgateway.app.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.app.home.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExtensionStoreTest {
    private static final String MANIFEST =
            "{\n  \"name\": \"guard\",\n  \"exec\": \"./run\",\n  \"enabled\":  true\n}\n";

    private Path zot;
    private Path source;
    private ExtensionStore store;

    @BeforeEach
    void makeSource(@TempDir Path directory) throws IOException {
        Path real = directory.toRealPath();
        zot = real.resolve("zot");
        source = Files.createDirectories(real.resolve("source"));
        store = new ExtensionStore(zot, real.resolve("project"));
        Files.writeString(source.resolve("extension.json"), "{\"name\":\"guard\",\"exec\":\"./run\"}");
        Files.setPosixFilePermissions(
                Files.writeString(source.resolve("run"), "#!/bin/sh\n"), PosixFilePermissions.fromString("rwx------"));
    }

    private Stream<String> installed() throws IOException {
        try (Stream<Path> all = Files.list(zot.resolve("extensions"))) {
            return all.map(it -> it.getFileName().toString()).toList().stream();
        }
    }

    private void refused(String... why) throws IOException {
        assertThatThrownBy(() -> store.install(source.toString()))
                .isInstanceOf(Problem.class)
                .hasMessageContainingAll(why);
        assertThat(installed()).isEmpty();
    }

    @Test
    void Z108_a_directory_is_copied_with_its_modes_and_links_and_named_as_its_manifest_says() throws Exception {
        Files.createDirectories(source.resolve("lib"));
        Files.createSymbolicLink(source.resolve("lib/start"), Path.of("../run"));

        Path place = store.install(source.toString());

        assertThat(place).isEqualTo(zot.resolve("extensions/guard"));
        assertThat(place.resolve("run")).isExecutable();
        assertThat(Files.readSymbolicLink(place.resolve("lib/start"))).hasToString("../run");
        assertThat(installed()).containsExactly("guard");
        assertThatThrownBy(() -> store.install(source.toString())).hasMessageContaining("'guard' already");
        assertThat(installed()).containsExactly("guard");
    }

    @Test
    void Z108_what_cannot_be_used_leaves_nothing() throws Exception {
        Files.writeString(source.resolve("extension.json"), "{\"name\":\"guard\"}");
        refused("/exec");
        Files.delete(source.resolve("extension.json"));
        refused("extension.json");
        source = source.resolve("nowhere");
        refused("nowhere", "https://");
    }

    @Test
    void Z109_a_link_that_leads_out_is_refused() throws Exception {
        Files.createSymbolicLink(source.resolve("out"), Path.of("../elsewhere"));
        refused("leads out");
        Files.delete(source.resolve("out"));
        Files.createSymbolicLink(source.resolve("out"), Path.of("/etc/passwd"));
        refused("leads out");
    }

    @Test
    void Z109_only_some_addresses_are_cloned() {
        assertThat(Stream.of("https://example.com/x.git", "ssh://x/y", "git@example.com:x"))
                .allMatch(ExtensionStore::isAddress);
        assertThat(Stream.of("http://example.com/x.git", "ext::sh -c x", "file:///x", "--upload-pack=x", "x"))
                .noneMatch(ExtensionStore::isAddress);
    }

    @Test
    void Z110_switching_it_off_and_on_changes_nothing_else() throws Exception {
        Path made = Files.createDirectories(zot.resolve("extensions/guard"));
        Path manifest = Files.writeString(made.resolve("extension.json"), MANIFEST);

        store.enable("guard", false);
        assertThat(manifest).content().isEqualTo(MANIFEST.replace("true", "false"));
        store.enable("guard", true);
        assertThat(manifest).content().isEqualTo(MANIFEST);

        Files.writeString(manifest, "{\"name\":\"guard\",\"exec\":\"./run\"}");
        store.enable("GUARD", false);
        assertThat(ExtensionScan.ofAll(List.of(), zot, zot, ExtensionScan.Approved.NOTHING, Set.of())
                        .get(0)
                        .fate())
                .isEqualTo(FoundExtension.Fate.DISABLED);
    }

    @Test
    void Z111_removing_follows_no_link() throws Exception {
        Path place = store.install(source.toString());
        Files.createSymbolicLink(place.resolve("elsewhere"), source);
        Files.createSymbolicLink(zot.resolve("extensions/linked"), source);

        store.remove(store.named("linked"));
        store.remove(store.named("guard"));

        assertThat(installed()).isEmpty();
        assertThat(source.resolve("run")).exists();
    }

    @Test
    void Z112_a_name_that_is_not_clear_is_asked_back_with_all_it_could_be() throws Exception {
        Path one = store.install(source.toString());
        Path other = Files.createDirectories(zot.resolve("extensions/other"));
        Files.writeString(other.resolve("extension.json"), "{\"name\":\"Guard\",\"exec\":\"x\"}");

        assertThatThrownBy(() -> store.named("guard")).hasMessageContainingAll(one.toString(), other.toString());
        assertThat(store.named("other").directory()).isEqualTo(other);
        assertThatThrownBy(() -> store.named("nobody")).hasMessageContaining("ext list");
    }

    @Test
    void Z026_whom_an_extension_of_a_project_would_shadow_is_known_before_it_is_approved() throws Exception {
        Path place = store.install(source.toString());
        Path brought = Files.createDirectories(zot.resolveSibling("project").resolve(".zot/extensions/g"));
        Files.writeString(brought.resolve("extension.json"), "{\"name\":\"Guard\",\"exec\":\"./run\"}");

        FoundExtension found = store.ofProject("guard");

        assertThat(found.directory()).isEqualTo(brought);
        assertThat(store.replacedBy(found))
                .extracting(FoundExtension::directory)
                .containsExactly(place);
        assertThatThrownBy(() -> store.ofProject("nobody")).hasMessageContaining("ext list");
    }

    @Test
    void Z109_a_clone_is_judged_as_a_copy_is() throws Exception {
        Files.createSymbolicLink(source.resolve("out"), Path.of("../elsewhere"));

        assertThatThrownBy(() -> ExtensionStore.judge(source)).hasMessageContaining("leads out");
        Files.delete(source.resolve("out"));
        ExtensionStore.judge(source);
    }
}
