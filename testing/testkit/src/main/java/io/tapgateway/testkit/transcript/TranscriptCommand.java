package io.tapgateway.testkit.transcript;

import java.util.HashMap;
import java.util.Map;

/** What a line that begins with {@code @} does. */
@FunctionalInterface
interface TranscriptCommand {
    /** Does it, taking what it needs. */
    void run(TranscriptWords words);

    /** All commands, by their first word, acting on that cast. */
    static Map<String, TranscriptCommand> all(Cast cast) {
        Map<String, TranscriptCommand> commands = new HashMap<>();
        commands.putAll(new GatewayCommands(cast).byName());
        commands.putAll(new PeerCommands(cast).byName());
        FileCommands files = new FileCommands(cast);
        commands.put("files", files::enable);
        commands.put("file", files);
        commands.put("pairing", new PairingCommands(cast));
        commands.put("host", new HostCommands(cast));
        return Map.copyOf(commands);
    }
}
