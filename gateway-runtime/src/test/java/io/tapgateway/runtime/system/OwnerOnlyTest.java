package io.tapgateway.runtime.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.AclEntry;
import java.nio.file.attribute.AclEntryPermission;
import java.nio.file.attribute.AclEntryType;
import java.nio.file.attribute.AclFileAttributeView;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnerOnlyTest {
    @Nested
    class Modes {
        @TempDir
        private Path directory;

        private OwnerOnly rights;

        @BeforeEach
        void requireModes() {
            assumeTrue(directory.getFileSystem().supportedFileAttributeViews().contains("posix"), "no POSIX modes");
            rights = OwnerOnly.at(directory);
        }

        @Test
        void T08_what_is_made_is_nobody_elses() throws IOException {
            Path file = Files.createFile(directory.resolve("file"), rights.newFile());
            Path below = Files.createDirectory(directory.resolve("below"), rights.newDirectory());

            assertThat(rights.rights(file)).isEqualTo("rw-------");
            assertThat(rights.rights(below)).isEqualTo("rwx------");
            assertThat(rights.isOpenToOthers(file)).isFalse();
            assertThat(rights.isSomebodyElses(file)).isFalse();
        }

        @Test
        void T08_what_others_may_read_is_open_and_closes() throws IOException {
            Path file = Files.createFile(directory.resolve("file"));
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));

            assertThat(rights.isOpenToOthers(file)).isTrue();
            assertThat(rights.mayBeWrittenByOthers(file)).isFalse();
            rights.close(file);
            assertThat(rights.rights(file)).isEqualTo("rw-------");
        }

        @Test
        void what_a_group_may_write_is_told_apart() throws IOException {
            Path file = Files.createFile(directory.resolve("file"));
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw----"));

            assertThat(rights.mayBeWrittenByOthers(file)).isTrue();
            assertThat(rights.howToClose(file)).isEqualTo("chmod go-w " + file);
        }
    }

    @Nested
    class Lists {
        @AutoClose
        private final FileSystem windows = Jimfs.newFileSystem(Configuration.windows().toBuilder()
                .setAttributeViews("basic", "owner", "acl")
                .setDefaultAttributeValue("owner:owner", System.getProperty("user.name"))
                .build());

        private final Path home = windows.getPath("C:\\work");
        private final OwnerOnly rights = OwnerOnly.at(home);

        @Test
        void T08_what_is_made_has_a_list_of_this_user_alone() throws IOException {
            Path file = made(Files.createFile(home.resolve("secret")), rights.newFile());

            assertThat(list(file)).singleElement().satisfies(entry -> {
                assertThat(entry.principal().getName()).isEqualTo(System.getProperty("user.name"));
                assertThat(entry.type()).isEqualTo(AclEntryType.ALLOW);
                assertThat(entry.permissions()).containsExactlyInAnyOrder(AclEntryPermission.values());
            });
            assertThat(rights.isOpenToOthers(file)).isFalse();
            assertThat(rights.isSomebodyElses(file)).isFalse();
        }

        @Test
        void T08_what_a_group_may_read_is_open_and_closes() throws IOException {
            Path file = made(Files.createFile(home.resolve("secret")), rights.newFile());
            allow(file, "BUILTIN\\Users", AclEntryPermission.READ_DATA);

            assertThat(rights.isOpenToOthers(file)).isTrue();
            assertThat(rights.mayBeWrittenByOthers(file)).isFalse();
            assertThat(rights.rights(file)).isEqualTo("BUILTIN\\Users");
            rights.close(file);
            assertThat(rights.isOpenToOthers(file)).isFalse();
            assertThat(list(file)).hasSize(1);
        }

        @Test
        void what_a_group_may_write_is_told_apart() throws IOException {
            Path directory = made(Files.createDirectory(home.resolve("below")), rights.newDirectory());
            allow(directory, "Everyone", AclEntryPermission.APPEND_DATA);

            assertThat(rights.mayBeWrittenByOthers(directory)).isTrue();
            assertThat(rights.howToClose(directory)).startsWith("icacls \"C:\\work\\below\" ");
        }

        @Test
        void who_administers_the_system_is_nobody_else() throws IOException {
            Path file = made(Files.createFile(home.resolve("secret")), rights.newFile());
            allow(file, "NT AUTHORITY\\SYSTEM", AclEntryPermission.WRITE_DATA);
            allow(file, "BUILTIN\\Administrators", AclEntryPermission.WRITE_DATA);

            assertThat(rights.isOpenToOthers(file)).isFalse();
            Files.setOwner(file, principal("BUILTIN\\Administrators"));
            assertThat(rights.isSomebodyElses(file)).isFalse();
        }

        @Test
        void another_owner_is_somebody_else() throws IOException {
            Path file = made(Files.createFile(home.resolve("secret")), rights.newFile());
            Files.setOwner(file, principal("HOST\\mallory"));

            assertThat(rights.isSomebodyElses(file)).isTrue();
        }

        /** Systems set an attribute as they make a file; this one, which is in memory, sets it afterwards only. */
        private Path made(Path path, FileAttribute<?> attribute) throws IOException {
            return Files.setAttribute(path, attribute.name(), attribute.value());
        }

        private void allow(Path path, String who, AclEntryPermission permission) throws IOException {
            List<AclEntry> entries = new ArrayList<>(list(path));
            entries.add(AclEntry.newBuilder()
                    .setType(AclEntryType.ALLOW)
                    .setPrincipal(principal(who))
                    .setPermissions(permission)
                    .build());
            Files.getFileAttributeView(path, AclFileAttributeView.class).setAcl(entries);
        }

        private UserPrincipal principal(String name) throws IOException {
            return windows.getUserPrincipalLookupService().lookupPrincipalByName(name);
        }

        private List<AclEntry> list(Path path) throws IOException {
            return Files.getFileAttributeView(path, AclFileAttributeView.class).getAcl();
        }
    }

    @Test
    void a_file_system_with_neither_is_refused_by_name() throws IOException {
        try (FileSystem plain = Jimfs.newFileSystem(Configuration.unix())) {
            assertThatThrownBy(() -> OwnerOnly.at(plain.getPath("/work")))
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessage("the file system of /work (jimfs) keeps no file to one user");
        }
    }
}
