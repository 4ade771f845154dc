package io.tapgateway.conformance;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.testkit.transcript.Transcript;
import io.tapgateway.testkit.transcript.Transcript.Need;
import io.tapgateway.testkit.transcript.Transcripts;
import java.util.List;

/**
 * Something that must be kept to. Immutable.
 *
 * @param id what it is called: {@code call/result}
 * @param profile of which part of the protocol it is
 * @param rulings and parts of the specification that it stands for: what to read when it fails
 */
public record ConformanceCase(String id, ConformanceProfile profile, List<String> rulings) {
    private static final String CORE = "core/";
    private static final String PAIRING = "pairing/";
    private static final String FILES = "file/";

    public ConformanceCase {
        rulings = List.copyOf(rulings);
    }

    /** All that gateways must keep to, by name; some can be played on no network. */
    public static List<ConformanceCase> all() {
        return Transcripts.all().stream().map(ConformanceCase::of).toList();
    }

    private static ConformanceCase of(Transcript transcript) {
        return new ConformanceCase(transcript.name(), profile(transcript), transcript.rulings());
    }

    private static ConformanceProfile profile(Transcript transcript) {
        String name = transcript.name();
        if (name.startsWith(PAIRING)) {
            return ConformanceProfile.PAIRING;
        } else if (name.startsWith(FILES)) {
            return ConformanceProfile.FILES;
        } else if (!transcript.needs().contains(Need.PROGRAMS)
                && !transcript.needs().contains(Need.PAGES)) {
            return ConformanceProfile.LOCAL;
        }
        return name.startsWith(CORE) && !transcript.needs().contains(Need.SPAWN)
                ? ConformanceProfile.CORE
                : ConformanceProfile.FULL;
    }

    /** For programs. */
    public JsonValue json() {
        return JsonWriter.toValue(
                out -> out.text("id", id).text("profile", profile.label()).texts("rulings", rulings));
    }
}
