import com.google.cloud.tools.jib.api.Containerizer;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.TarImage;
import com.google.cloud.tools.jib.api.buildplan.AbsoluteUnixPath;
import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;
import com.google.cloud.tools.jib.api.buildplan.FilePermissions;
import com.google.cloud.tools.jib.api.buildplan.ImageFormat;
import com.google.cloud.tools.jib.api.buildplan.Platform;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Makes an image for containers out of nothing: the C library of this machine, the runtime that jlink has made, and the
 * program. No registry is asked. Confined to the main thread.
 *
 * <pre>java -cp JIB ImageTar.java RUNTIME LIBRARIES VERSION TIME CACHE TAR</pre>
 */
final class ImageTar {
    private static final String PROGRAM = "/opt/tapgateway";
    private static final String HOME = "/home/tap";

    /** Nobody of the machine that runs it. */
    private static final String USER = "65532:65532";

    /** What the runtime wants of the system, as {@code ldd} says of its parts. */
    private static final List<String> SYSTEM = List.of(
            "/lib64/ld-linux-x86-64.so.2",
            "/lib/x86_64-linux-gnu/libc.so.6",
            "/lib/x86_64-linux-gnu/libdl.so.2",
            "/lib/x86_64-linux-gnu/libm.so.6",
            "/lib/x86_64-linux-gnu/libpthread.so.0",
            "/lib/x86_64-linux-gnu/librt.so.1");

    private static final FilePermissions FILE = FilePermissions.DEFAULT_FILE_PERMISSIONS;
    private static final FilePermissions FOLDER = FilePermissions.DEFAULT_FOLDER_PERMISSIONS;
    private static final FilePermissions PRIVATE_FOLDER = FilePermissions.fromOctalString("700");

    private final Instant time;

    private ImageTar(Instant time) {
        this.time = time;
    }

    public static void main(String[] arguments) throws Exception {
        Path runtime = Path.of(arguments[0]).toAbsolutePath();
        Path libraries = Path.of(arguments[1]).toAbsolutePath();
        Path cache = Path.of(arguments[4]);
        new ImageTar(Instant.parse(arguments[3])).make(runtime, libraries, arguments[2], cache, Path.of(arguments[5]));
    }

    private void make(Path runtime, Path libraries, String version, Path cache, Path tar) throws Exception {
        var unused = Jib.fromScratch()
                .setFormat(ImageFormat.OCI)
                .setPlatforms(Set.of(new Platform("amd64", "linux")))
                .setCreationTime(time)
                .addFileEntriesLayer(system())
                .addFileEntriesLayer(tree("runtime", runtime, PROGRAM + "/runtime"))
                .addFileEntriesLayer(program(libraries))
                .setUser(USER)
                .setWorkingDirectory(AbsoluteUnixPath.get(HOME))
                .addVolume(AbsoluteUnixPath.get(HOME))
                .setEnvironment(Map.of("HOME", HOME, "LANG", "C.UTF-8"))
                .setLabels(Map.of(
                        "org.opencontainers.image.title", "tapgateway",
                        "org.opencontainers.image.version", version))
                .setEntrypoint(
                        PROGRAM + "/runtime/bin/java",
                        "-XX:+UseSerialGC",
                        // Nothing is written outside the home.
                        "-XX:-UsePerfData",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        PROGRAM + "/lib/*",
                        "io.tapgateway.app.Main")
                .setProgramArguments("run", "--json")
                .containerize(Containerizer.to(TarImage.at(tar).named("tapgateway:" + version))
                        .setOfflineMode(true)
                        .setBaseImageLayersCache(cache)
                        .setApplicationLayersCache(cache));
    }

    private FileEntriesLayer system() {
        FileEntriesLayer.Builder layer = FileEntriesLayer.builder().setName("system");
        for (String file : SYSTEM) {
            if (!Files.exists(Path.of(file))) {
                throw new IllegalStateException("An image is made on Debian and its kin, for x64: there is no " + file);
            }
            layer.addEntry(Path.of(file), AbsoluteUnixPath.get(file), FilePermissions.fromOctalString("755"), time);
        }
        return layer.build();
    }

    private FileEntriesLayer program(Path libraries) throws Exception {
        return tree("program", libraries, PROGRAM + "/lib").toBuilder()
                .addEntry(libraries, AbsoluteUnixPath.get(HOME), PRIVATE_FOLDER, time, USER)
                .build();
    }

    private FileEntriesLayer tree(String name, Path from, String to) throws Exception {
        FileEntriesLayer.Builder layer = FileEntriesLayer.builder().setName(name);
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.sorted().toList()) {
                AbsoluteUnixPath target = AbsoluteUnixPath.get(to).resolve(from.relativize(file));
                boolean isProgram = file.getParent().endsWith("bin") || file.endsWith("jspawnhelper");
                FilePermissions permissions =
                        Files.isDirectory(file) || isProgram ? FOLDER : FILE;
                layer.addEntry(file, target, permissions, time);
            }
        }
        return layer.build();
    }
}
