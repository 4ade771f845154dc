package io.tapgateway.agentserver;

import io.tapgateway.agentserver.coworker.SkillFace;
import io.tapgateway.agentserver.coworker.SkillInfo;
import io.tapgateway.agentserver.coworker.SkillInfo.Source;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The skills that are there: those of the directory, those of all who use clients of this kind, and the person's own;
 * of several with one name the first counts (W-058). Read anew each time. Thread-safe.
 */
final class SkillShelf {
    /** How many skills there are at most. */
    static final int MOST = 256;

    /** How many bytes a {@code SKILL.md} has at most. */
    static final int MOST_BYTES = 262_144;

    /** How many characters the icons of all skills have that clients are told of at once. */
    static final int MOST_OF_ICONS = 8 << 20;

    private static final Logger LOG = LoggerFactory.getLogger(SkillShelf.class);

    private final List<Place> places;
    private final Path enabled;
    private final Path disabled;

    /** Where skills are looked for. */
    private record Place(Path directory, Source source, boolean enabled) {}

    SkillShelf(Path directory, Path personsHome) {
        enabled = personsHome.resolve(".cowork").resolve("skills");
        disabled = personsHome.resolve(".cowork").resolve("disabled-skills");
        places = List.of(
                new Place(directory.resolve(".agent").resolve("skills"), Source.PROJECT, true),
                new Place(directory.resolve(".claude").resolve("skills"), Source.PROJECT, true),
                new Place(enabled, Source.GLOBAL, true),
                new Place(disabled, Source.GLOBAL, false),
                new Place(personsHome.resolve(".agent").resolve("skills"), Source.USER, true),
                new Place(personsHome.resolve(".claude").resolve("skills"), Source.USER, true));
    }

    /**
     * A skill with what it says.
     *
     * @param directory in which it is
     */
    record Skill(SkillInfo info, Path directory, String content) {
        /** As clients see it. */
        SkillInfo shown() {
            return info.with(SkillFaces.of(directory));
        }

        boolean isGlobal() {
            return info.source() == Source.GLOBAL;
        }
    }

    List<Skill> list() {
        List<Skill> found = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Place place : places) {
            for (Path each : directories(place.directory())) {
                read(each, place)
                        .filter(it -> found.size() < MOST && names.add(it.info().name()))
                        .ifPresent(found::add);
            }
        }
        return found;
    }

    /** All of them, as clients see them: where there is no room for more icons, the next ones have none. */
    List<SkillInfo> shown() {
        List<SkillInfo> shown = new ArrayList<>();
        int room = MOST_OF_ICONS;
        for (Skill each : list()) {
            Optional<SkillFace> face = SkillFaces.of(each.directory());
            int icons = face.map(SkillFace::iconCharacters).orElse(0);
            boolean fits = icons <= room;
            room -= fits ? icons : 0;
            shown.add(each.info().with(fits ? face : face.map(SkillFace::plain)));
        }
        return shown;
    }

    Optional<Skill> find(String name) {
        return list().stream().filter(it -> it.info().name().equals(name)).findFirst();
    }

    private static Optional<Skill> read(Path directory, Place place) {
        Path file = directory.resolve("SKILL.md");
        return MarkdownFile.read(file, MOST_BYTES).map(text -> {
            String name = text.front().getOrDefault("name", String.valueOf(directory.getFileName()));
            List<String> triggers = Arrays.stream(
                            text.front().getOrDefault("triggers", name).split(","))
                    .map(it -> it.replaceAll("[\\[\\]\"']", "").strip())
                    .filter(it -> !it.isEmpty())
                    .toList();
            SkillInfo info = new SkillInfo(
                    name,
                    file.toString(),
                    place.source(),
                    place.enabled(),
                    triggers,
                    text.front().getOrDefault("description", name));
            return new Skill(info, directory, text.body());
        });
    }

    private static List<Path> directories(Path base) {
        if (!Files.isDirectory(base)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(base)) {
            return entries.sorted().limit(MOST).toList();
        } catch (IOException e) {
            LOG.debug("No skills are read from {}", base, e);
            return List.of();
        }
    }

    /** Has commands and lists pass it over, or not any more. */
    void setEnabled(Skill skill, boolean wanted) throws IOException {
        Path target = wanted ? enabled : disabled;
        Files.createDirectories(target);
        Files.move(
                skill.directory(),
                target.resolve(String.valueOf(skill.directory().getFileName())));
    }

    /** Removes it; a link in it is removed and not followed. */
    void delete(Skill skill) throws IOException {
        Files.walkFileTree(skill.directory(), new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
                    throws IOException {
                if (failure != null) {
                    throw failure;
                }
                Files.delete(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
