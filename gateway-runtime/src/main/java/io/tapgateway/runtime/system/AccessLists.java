package io.tapgateway.runtime.system;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.AclEntry;
import java.nio.file.attribute.AclEntryPermission;
import java.nio.file.attribute.AclEntryType;
import java.nio.file.attribute.AclFileAttributeView;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.UserPrincipal;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Lists, as Windows has them, in which this user stands alone. Immutable. */
final class AccessLists implements OwnerOnly {
    /** Who administers the system may do everything in any case. Elsewhere these names may be translated. */
    private static final Set<String> ADMINISTRATORS =
            Set.of("nt authority\\system", "builtin\\administrators", "nt service\\trustedinstaller", "creator owner");

    private static final Set<AclEntryPermission> WRITING = EnumSet.of(
            AclEntryPermission.WRITE_DATA,
            AclEntryPermission.APPEND_DATA,
            AclEntryPermission.DELETE,
            AclEntryPermission.DELETE_CHILD,
            AclEntryPermission.WRITE_ACL,
            AclEntryPermission.WRITE_OWNER);

    private final FileSystem system;

    AccessLists(FileSystem system) {
        this.system = system;
    }

    @Override
    public FileAttribute<List<AclEntry>> newFile() {
        List<AclEntry> list = thisUserAlone();
        return new FileAttribute<>() {
            @Override
            public String name() {
                return "acl:acl";
            }

            @Override
            public List<AclEntry> value() {
                return list;
            }
        };
    }

    @Override
    public FileAttribute<List<AclEntry>> newDirectory() {
        return newFile();
    }

    private List<AclEntry> thisUserAlone() {
        try {
            return List.of(AclEntry.newBuilder()
                    .setType(AclEntryType.ALLOW)
                    .setPrincipal(thisUser())
                    .setPermissions(AclEntryPermission.values())
                    .build());
        } catch (IOException e) {
            throw new UnsupportedOperationException(
                    "the system does not tell who runs this, so that no file can be kept to that user", e);
        }
    }

    private UserPrincipal thisUser() throws IOException {
        return system.getUserPrincipalLookupService().lookupPrincipalByName(System.getProperty("user.name"));
    }

    @Override
    public void close(Path path) throws IOException {
        view(path).setAcl(thisUserAlone());
    }

    @Override
    public boolean isOpenToOthers(Path path) throws IOException {
        return others(path).findAny().isPresent();
    }

    @Override
    public boolean mayBeWrittenByOthers(Path path) throws IOException {
        return others(path).anyMatch(entry -> entry.permissions().stream().anyMatch(WRITING::contains));
    }

    private Stream<AclEntry> others(Path path) throws IOException {
        UserPrincipal user = thisUser();
        return view(path).getAcl().stream()
                .filter(entry -> entry.type() == AclEntryType.ALLOW)
                .filter(entry -> !entry.principal().equals(user) && !isAdministrator(entry.principal()));
    }

    @Override
    public boolean isSomebodyElses(Path path) throws IOException {
        UserPrincipal owner = Files.getOwner(path, LinkOption.NOFOLLOW_LINKS);
        return !owner.equals(thisUser()) && !isAdministrator(owner);
    }

    private static boolean isAdministrator(UserPrincipal principal) {
        return ADMINISTRATORS.contains(principal.getName().toLowerCase(Locale.ROOT));
    }

    @Override
    public String rights(Path path) throws IOException {
        return others(path).map(entry -> entry.principal().getName()).distinct().collect(Collectors.joining(", "));
    }

    private static AclFileAttributeView view(Path path) throws IOException {
        AclFileAttributeView view =
                Files.getFileAttributeView(path, AclFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (view == null) {
            throw new FileSystemException(path.toString(), null, "its file system has no access control lists");
        }
        return view;
    }

    @Override
    public String howToClose(Path path) {
        return "icacls \"" + path + "\" /inheritance:r /grant:r \"%USERNAME%:F\"";
    }

    @Override
    public String howToOwn(Path path) {
        return "takeown /f \"" + path + "\"";
    }
}
