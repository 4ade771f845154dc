package io.tapgateway.app.extension;

import io.tapgateway.app.home.Approvals;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.program.NamedFiles;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.model.Sha256;
import io.tapgateway.zot.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * Which extensions of projects the user lets run: each by its place, what its manifest says, and what is in the files
 * of its directory that its command line names (Z-024, Z-025). Confined to one thread.
 */
public final class ExtensionApprovals {
    /** The largest file that an approval covers (Z-025). */
    static final long MAX_FILE_BYTES = 64L << 20;

    private final HomeDirectory home;

    private ExtensionApprovals(HomeDirectory home) {
        this.home = home;
    }

    /** Those in a home. */
    public static ExtensionApprovals in(HomeDirectory home) {
        return new ExtensionApprovals(home);
    }

    /**
     * Whether it may run as it is now.
     *
     * @throws Problem if a file of it cannot be looked at
     */
    public boolean contain(Manifest manifest) throws Problem {
        return Approvals.in(home).contain(place(manifest), fingerprint(manifest));
    }

    /**
     * The user lets it run as it was shown to them, whatever it is by now.
     *
     * @param shown its {@link #fingerprint} then
     */
    public void add(Manifest manifest, String shown) throws Problem {
        Approvals.in(home).add(place(manifest), shown);
    }

    /** The files that an approval covers, besides the manifest. */
    public static Set<Path> covered(Manifest manifest) throws Problem {
        return named(manifest).hashes().keySet();
    }

    private static NamedFiles named(Manifest manifest) throws Problem {
        NamedFiles files = NamedFiles.of(manifest.directory(), List.of(manifest.command()));
        for (Path file : files.hashes().keySet()) {
            try {
                if (Files.size(file) > MAX_FILE_BYTES) {
                    throw new Problem(file + " has more than " + MAX_FILE_BYTES + " bytes, too many to be approved.");
                }
            } catch (IOException e) {
                throw new Problem(file + " cannot be read; check its permissions.");
            }
        }
        return files;
    }

    private static Path place(Manifest manifest) {
        return manifest.directory().resolve(Manifest.FILE);
    }

    /**
     * What an approval is about, in hexadecimal: what is run, all that the manifest says by now but whether it is
     * switched on, and the files that the command line names.
     *
     * @throws Problem if one of these cannot be looked at
     */
    public static String fingerprint(Manifest manifest) throws Problem {
        NamedFiles files = named(manifest);
        String said = said(manifest);
        return Sha256.hex(JsonWriter.toText(out -> out.texts("line", manifest.line())
                .text("manifest", said)
                .objects(
                        "files",
                        List.copyOf(files.hashes().entrySet()),
                        (it, file) -> it.text("path", file.getKey()).text("sha256", file.getValue()))));
    }

    private static String said(Manifest manifest) throws Problem {
        try {
            return Manifest.saying(manifest.directory());
        } catch (IOException e) {
            throw new Problem(e.getMessage() + ".");
        }
    }
}
