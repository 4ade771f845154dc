package io.tapgateway.workspace.checkpoint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Somebody who changes files below a directory without a plan. Confined to one thread. */
final class RandomEdits {
    private static final List<String> NAMES = List.of("a", "b", "c.txt", "d", "lib", "README", "ü n\ti");

    private final Path directory;
    private final Random random;

    /** Each file is written at another time, all of them long ago: then nobody looks at unchanged ones twice. */
    private long time = 1_000_000_000_000L;

    RandomEdits(Path directory, Random random) {
        this.directory = directory;
        this.random = random;
    }

    void make(int edits) throws IOException {
        for (int i = 0; i < edits; i++) {
            edit(place());
        }
    }

    private Path place() {
        Path place = directory;
        int depth = 1 + random.nextInt(3);
        for (int i = 0; i < depth; i++) {
            place = place.resolve(NAMES.get(random.nextInt(NAMES.size())));
        }
        return place;
    }

    private void edit(Path place) throws IOException {
        switch (random.nextInt(10)) {
            case 0, 1 -> remove(place);
            case 2 -> {
                makeRoom(place);
                Files.createSymbolicLink(place, Path.of("../" + NAMES.get(random.nextInt(NAMES.size()))));
            }
            case 3 -> {
                if (Files.isRegularFile(place, LinkOption.NOFOLLOW_LINKS)) {
                    Files.setPosixFilePermissions(
                            place, PosixFilePermissions.fromString(random.nextBoolean() ? "rwx------" : "rw-r--r--"));
                }
            }
            default -> write(place);
        }
    }

    private void write(Path place) throws IOException {
        makeRoom(place);
        Files.writeString(place, "text ".repeat(random.nextInt(40)) + random.nextInt(5));
        if (random.nextBoolean()) {
            time += 1000;
            Files.setLastModifiedTime(place, FileTime.fromMillis(time));
        }
    }

    private void makeRoom(Path place) throws IOException {
        for (Path each = directory; !each.equals(place); ) {
            if (!each.equals(directory) && !Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)) {
                Files.deleteIfExists(each);
                Files.createDirectory(each);
            }
            each = each.resolve(each.relativize(place).getName(0));
        }
        remove(place);
    }

    private void remove(Path place) throws IOException {
        if (!Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (Stream<Path> all = Files.walk(place)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }
}
