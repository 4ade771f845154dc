package io.tapgateway.app.cli.conformance;

import io.tapgateway.app.cli.command.CommandParser;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.home.Problem;
import io.tapgateway.conformance.CaseResult;
import io.tapgateway.conformance.ConformanceCase;
import io.tapgateway.conformance.ConformanceProfile;
import io.tapgateway.conformance.ConformanceReport;
import io.tapgateway.conformance.SuiteOptions;
import io.tapgateway.protocol.json.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which cases are to be played, and how it is told what came of them. Confined to the main thread. */
final class SuiteOption {
    @Option(
            names = "--profile",
            paramLabel = "NAME",
            description = "Only cases of this profile: core, full, pairing, files or local; may be repeated.")
    private Set<ConformanceProfile> profiles = Set.of(ConformanceProfile.values());

    @Option(
            names = "--only",
            paramLabel = "CASE",
            description = "Only this case, or those of a folder, such as call/; may be repeated.")
    private List<String> only = new ArrayList<>();

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Of the order of the cases. Default: another one each time")
    private @Nullable Long seed;

    @Option(names = "--list", description = "List the cases, and play none.")
    private boolean list;

    @Option(names = "--junit", paramLabel = "FILE", description = "Write what came of them as JUnit does.")
    private @Nullable Path junit;

    @Option(names = "--json", description = "Print one JSON document with what came of each case.")
    private boolean json;

    /**
     * What is to be played; empty if it was only to be listed, which has happened.
     *
     * @param all the cases there are
     */
    Optional<SuiteOptions> chosen(List<ConformanceCase> all, Output output) throws Problem {
        SuiteOptions options = new SuiteOptions(
                only,
                profiles,
                seed == null ? ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE) : seed,
                SuiteOptions.STANDARD_PATIENCE,
                SuiteOptions.STANDARD_WITHIN);
        List<ConformanceCase> wanted = all.stream().filter(options::wants).toList();
        if (wanted.isEmpty()) {
            throw new Problem("There is no such case; --list shows those there are.");
        }
        if (!list) {
            return Optional.of(options);
        }
        if (json) {
            output.json(out -> out.value(
                    "cases",
                    JsonValue.array(wanted.stream().map(ConformanceCase::json).toList())));
        } else {
            wanted.forEach(one -> output.line("%-8s %-48s %s"
                    .formatted(one.profile().label(), one.id(), String.join(", ", one.rulings()))
                    .strip()));
        }
        return Optional.empty();
    }

    /** Says at once which case has failed. */
    static void tell(CaseResult result, Output output) {
        if (result.departure().isPresent()) {
            output.remark(result.outcome().label() + ": " + result.played().id());
        }
    }

    /** Tells what came of all cases, and returns the exit code. */
    int conclude(ConformanceReport report, Output output) throws Problem {
        if (json) {
            output.json(report.json());
        } else {
            report.lines().forEach(output::line);
        }
        if (junit != null) {
            try {
                Files.writeString(junit, report.junit());
            } catch (IOException e) {
                throw new Problem(junit + " cannot be written; check its directory, and whether the disk is full.");
            }
        }
        return report.passed() ? 0 : CommandParser.FAILURE;
    }
}
