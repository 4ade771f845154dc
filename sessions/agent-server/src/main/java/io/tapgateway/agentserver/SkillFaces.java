package io.tapgateway.agentserver;

import io.tapgateway.agentserver.coworker.SkillFace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads how skills are shown, from {@code agents/*.yaml} of each (W-058): what stands, indented, below {@code
 * interface:}, one plain value in a line. Of several files the first that says something counts. What cannot be read,
 * is too long or leads out of the skill is left out. Stateless.
 */
final class SkillFaces {
    /** How many bytes an icon has at most. */
    static final int MOST_OF_ICON = 262_144;

    /** How many characters a name or another text has at most. */
    static final int MOST_OF_TEXT = 1_024;

    private static final int MOST_OF_FILE = 65_536;
    private static final int MOST_FILES = 16;
    private static final String SUFFIX = ".yaml";
    private static final Pattern MEMBER = Pattern.compile("\\s+([a-z_]+):\\s+(.+)");
    private static final Map<String, String> IMAGES = Map.of(
            "svg", "image/svg+xml",
            "png", "image/png",
            "jpg", "image/jpeg",
            "jpeg", "image/jpeg",
            "gif", "image/gif",
            "webp", "image/webp");

    private static final Logger LOG = LoggerFactory.getLogger(SkillFaces.class);

    private SkillFaces() {}

    /** How that one is shown; empty if no file says anything. */
    static Optional<SkillFace> of(Path skill) {
        Map<String, String> said = new LinkedHashMap<>();
        List<String> agents = new ArrayList<>();
        for (Path file : files(skill.resolve("agents"))) {
            Map<String, String> members = members(file);
            if (!members.isEmpty()) {
                String name = String.valueOf(file.getFileName());
                agents.add(name.substring(0, name.length() - SUFFIX.length()));
                members.forEach(said::putIfAbsent);
            }
        }
        return agents.isEmpty()
                ? Optional.empty()
                : Optional.of(new SkillFace(
                        text(said, "display_name"),
                        text(said, "short_description"),
                        icon(skill, said, "icon_small"),
                        icon(skill, said, "icon_large"),
                        text(said, "default_prompt"),
                        agents));
    }

    private static List<Path> files(Path directory) {
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.filter(it -> it.toString().endsWith(SUFFIX))
                    .sorted()
                    .limit(MOST_FILES)
                    .toList();
        } catch (IOException e) {
            LOG.debug("Not listed: {}", directory, e);
            return List.of();
        }
    }

    private static Map<String, String> members(Path file) {
        Map<String, String> members = new LinkedHashMap<>();
        boolean inside = false;
        String text = SmallFile.read(file, MOST_OF_FILE)
                .map(it -> new String(it, StandardCharsets.UTF_8))
                .orElse("");
        for (String line : text.lines().toList()) {
            Matcher member = MEMBER.matcher(line);
            if (inside && member.matches()) {
                members.putIfAbsent(
                        member.group(1), MarkdownFile.unquoted(member.group(2).strip()));
            } else if (!line.isBlank() && !Character.isWhitespace(line.charAt(0))) {
                inside = line.strip().equals("interface:");
            }
        }
        return members;
    }

    private static Optional<String> text(Map<String, String> said, String name) {
        return Optional.ofNullable(said.get(name)).filter(it -> !it.isBlank() && it.length() <= MOST_OF_TEXT);
    }

    private static Optional<String> icon(Path skill, Map<String, String> said, String name) {
        return text(said, name).flatMap(path -> image(skill, path));
    }

    private static Optional<String> image(Path skill, String path) {
        String type = IMAGES.get(path.substring(path.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT));
        try {
            Path file = skill.resolve(path).toRealPath();
            return type == null || !file.startsWith(skill.toRealPath())
                    ? Optional.empty()
                    : SmallFile.read(file, MOST_OF_ICON)
                            .map(it -> "data:" + type + ";base64,"
                                    + Base64.getEncoder().encodeToString(it));
        } catch (IOException | InvalidPathException e) {
            LOG.debug("No icon: {}", path, e);
            return Optional.empty();
        }
    }
}
