package io.tapgateway.workspace.checkpoint;

import io.tapgateway.protocol.model.Sha256;
import io.tapgateway.provider.ToolFailure;
import io.tapgateway.workspace.files.EntryFacts;
import io.tapgateway.workspace.files.HeldDirectory;
import io.tapgateway.workspace.files.Located;
import io.tapgateway.workspace.limits.WorkspaceLimits;
import io.tapgateway.workspace.snapshot.Recorded;
import java.io.IOException;
import java.util.Optional;

/** What is there at one path, read so that it can be brought back. Immutable. */
final class Recording {
    private static final byte[] NOTHING = {};

    private final Recorded recorded;
    private final byte[] content;

    private Recording(Recorded recorded, byte[] content) {
        this.recorded = recorded;
        this.content = content;
    }

    /** Reads it; empty if it is nothing that is recorded, or too large (F-035). */
    static Optional<Recording> of(HeldDirectory directory, String name, EntryFacts facts) throws IOException {
        if (facts.kind() == EntryFacts.Kind.LINK) {
            String target = directory.link(name).toString();
            return Optional.of(new Recording(recorded(facts, true, target), NOTHING));
        }
        if (!facts.isFile() || facts.size() > WorkspaceLimits.CHECKPOINT_FILE_BYTES) {
            return Optional.empty();
        }
        try {
            byte[] content = Located.bytes(directory, name, WorkspaceLimits.CHECKPOINT_FILE_BYTES, name);
            return Optional.of(new Recording(recorded(facts, false, Sha256.hex(content)), content));
        } catch (ToolFailure grown) {
            return Optional.empty();
        }
    }

    private static Recorded recorded(EntryFacts facts, boolean link, String content) {
        return new Recorded(link, content, link ? -1 : facts.mode(), facts.size(), facts.modified(), facts.key());
    }

    /** What is told of it. */
    Recorded recorded() {
        return recorded;
    }

    /** Puts the bytes of a file among others; a link is told as a whole. */
    void into(PackFiles.Addition contents) throws IOException {
        if (!recorded.isLink()) {
            contents.put(recorded.content(), content);
        }
    }
}
