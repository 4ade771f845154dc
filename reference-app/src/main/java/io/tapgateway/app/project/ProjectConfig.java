package io.tapgateway.app.project;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import io.tapgateway.app.home.OnlyOurs;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.mcp.McpEntry;
import io.tapgateway.app.mcp.ProjectServers;
import io.tapgateway.app.program.NamedFiles;
import io.tapgateway.emitters.model.EmitterConfig;
import io.tapgateway.emitters.model.Source;
import io.tapgateway.programs.Command;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * A {@code tap.config.json}: which programs a workspace brings along, as providers and as emitters, and which MCP
 * servers. The hash is that of the very bytes that were understood, so whoever approves it approves these programs and
 * no others (T-34), and of the files that their command lines name, if there are any (T-58). Immutable.
 *
 * @param sha256 in hexadecimal
 * @param named the files that are covered with it
 * @param servers MCP servers, which are providers as well (M-060)
 * @param remarks what of a file of the Copilot extension was not taken over, and what to write instead
 */
public record ProjectConfig(
        Path file,
        String sha256,
        NamedFiles named,
        List<ProgramSpec> programs,
        EmitterConfig emitters,
        List<McpEntry> servers,
        List<String> remarks) {
    /** What it is called where nobody has named it. */
    public static final String NAME = "tap.config.json";

    /** The largest file. */
    public static final int MAX_FILE_BYTES = 64 << 10;

    public ProjectConfig {
        programs = List.copyOf(programs);
        servers = List.copyOf(servers);
        remarks = List.copyOf(remarks);
    }

    /**
     * Reads a file once.
     *
     * @param file in the workspace, and no link
     * @param workspace the directory that its programs stay in
     * @throws Problem if it cannot be read or is not understood completely
     */
    public static ProjectConfig read(Path file, Path workspace) throws Problem {
        Path root = real(workspace);
        Path inside = real(file.toAbsolutePath().getParent() == null
                        ? file
                        : file.toAbsolutePath().getParent())
                .resolve(String.valueOf(file.getFileName()));
        if (!inside.startsWith(root)) {
            throw new Problem(
                    file + " is not in " + workspace
                            + ", the directory of the session; move it there, or give the session another directory with --session ID:LABEL:DIR.");
        }
        byte[] content = content(inside);
        ConfigReader.Content read = new ConfigReader(inside, root).content(text(inside, content));
        NamedFiles named = NamedFiles.of(root, commands(read, root));
        return new ProjectConfig(
                inside, hash(content, named), named, read.programs(), read.emitters(), read.servers(), read.remarks());
    }

    /** The files that an approval covers besides this one. */
    public List<Path> covered() {
        return List.copyOf(named.hashes().keySet());
    }

    /** The names of all that it starts. */
    public List<String> names() {
        List<String> names = new ArrayList<>();
        programs.forEach(program -> names.add(program.name().value()));
        emitters.emitters().forEach(emitter -> names.add(emitter.name().value()));
        servers.forEach(server -> names.add(server.key().value()));
        return names;
    }

    /** The servers with what has been approved of them, if all of this has. */
    ProjectServers approvedServers() {
        return new ProjectServers(file, named, servers);
    }

    private static List<Command> commands(ConfigReader.Content read, Path root) throws Problem {
        List<Command> commands = new ArrayList<>();
        read.programs().forEach(program -> commands.add(program.command()));
        for (McpEntry server : read.servers()) {
            server.commandIn(root).ifPresent(commands::add);
        }
        read.emitters()
                .emitters()
                .forEach(emitter -> emitter.source().accept(new Source.Visitor<Boolean>() {
                    @Override
                    public Boolean onRun(Source.Run run) {
                        return commands.add(run.command());
                    }

                    @Override
                    public Boolean onAsk(Source.Ask ask) {
                        return false;
                    }
                }));
        return commands;
    }

    private static Path real(Path directory) throws Problem {
        try {
            return directory.toRealPath();
        } catch (IOException e) {
            throw new Problem("There is no directory " + directory + "; name one that exists.");
        }
    }

    private static byte[] content(Path file) throws Problem {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new Problem(
                    Files.exists(file, LinkOption.NOFOLLOW_LINKS)
                            ? file + " is no regular file; name the file itself."
                            : "There is no file " + file + "; name one that exists.");
        }
        OnlyOurs.require(file);
        try (InputStream in = Files.newInputStream(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            byte[] content = in.readNBytes(MAX_FILE_BYTES + 1);
            if (content.length > MAX_FILE_BYTES) {
                throw new Problem(file + " has more than " + MAX_FILE_BYTES + " bytes; shorten it.");
            }
            return content;
        } catch (NoSuchFileException e) {
            throw new Problem("There is no file " + file + "; name one that exists.");
        } catch (IOException e) {
            throw new Problem(file + " cannot be read; check its permissions.");
        }
    }

    private static String text(Path file, byte[] content) throws Problem {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(content))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new Problem(file + " is no valid UTF-8; save it as UTF-8.");
        }
    }

    private static String hash(byte[] content, NamedFiles named) {
        Hasher hasher = Hashing.sha256().newHasher().putBytes(content);
        named.hashes()
                .forEach((path, hash) -> hasher.putByte((byte) 0).putString(path + " " + hash, StandardCharsets.UTF_8));
        return hasher.hash().toString();
    }
}
