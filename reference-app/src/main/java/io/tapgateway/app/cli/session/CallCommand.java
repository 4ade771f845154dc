package io.tapgateway.app.cli.session;

import io.tapgateway.app.cli.command.ApiText;
import io.tapgateway.app.cli.command.CommandParser;
import io.tapgateway.app.cli.command.Foreground;
import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.cli.command.SessionOption;
import io.tapgateway.app.client.ControlClient;
import io.tapgateway.app.home.Problem;
import io.tapgateway.protocol.codec.ProgressAmountJson;
import io.tapgateway.protocol.codec.ToolContentReader;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.runtime.CallIds;
import io.tapgateway.runtime.CallProgress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Calls a tool. Confined to the main thread, except for Ctrl-C. */
@Command(
        name = "call",
        description = {
            "Call a provider's tool and print what it returns, as JSON; what it reports meanwhile goes to standard error."
                    + " Ctrl-C ends this call; 'interrupt' ends all calls of the session.",
            "For example: call greet '{\"name\": \"Ada\"}' or call greet name=Ada, or call --raw greet name=Ada > greeting.txt"
        },
        mixinStandardHelpOptions = true)
public final class CallCommand implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(CallCommand.class);

    private final Output output;
    private final Foreground foreground;
    private final AtomicBoolean interrupted = new AtomicBoolean();

    @Mixin
    private ToolOptions use = new ToolOptions();

    @Mixin
    private HomeOption home = new HomeOption();

    @Mixin
    private SessionOption session = new SessionOption();

    @Option(names = "--json", description = "Print the whole outcome as one JSON document, also of a failed call.")
    private boolean json;

    @Option(names = "--raw", description = "Print a result that is a string as it is, without quotation marks.")
    private boolean raw;

    @Option(
            names = "--within",
            paramLabel = "SECONDS",
            description = "End the call after so many seconds, if the tool may take longer than that.")
    private Optional<Integer> within = Optional.empty();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description =
                    "Where to put a file that the tool answers with, which must not be there yet; or a directory, where"
                            + " each part of the answer becomes a file.")
    private Optional<Path> target = Optional.empty();

    CallCommand(Output output, Foreground foreground) {
        this.output = output;
        this.foreground = foreground;
    }

    @Override
    public Integer call() throws Exception {
        ArgumentWords arguments = use.arguments();
        ControlClient client = home.connect();
        String path = session.path(client);
        JsonValue args = arguments.value(client, path);
        CallId id = CallIds.random(new SecureRandom()).next();
        foreground.whenInterrupted(() -> cancel(client, path + "/calls/" + id + "/cancel"));
        return show(client.post(
                path + "/tools/" + ControlClient.segment(use.tool()) + "/call",
                out -> {
                    out.text("call", id).value("args", args);
                    within.ifPresent(seconds -> out.number("deadlineMs", 1_000L * seconds));
                },
                this::showProgress));
    }

    private void showProgress(JsonValue report) {
        if (!foreground.showsProgress()) {
            output.remark(use.tool() + ": " + progress(JsonObject.of(report)).line());
        }
    }

    private static CallProgress progress(JsonObject in) {
        return new CallProgress(
                in.required("sequence", JsonReader.WHOLE_NUMBER),
                in.required("text", JsonReader.TEXT),
                ProgressAmountJson.read(in));
    }

    private int show(JsonValue outcome) throws Problem {
        boolean ok = ApiText.isTrue(outcome, "ok");
        List<ResultPart> parts = parts(outcome);
        List<Path> files = List.of();
        if (target.isPresent()) {
            try {
                files = save(parts, target.get());
            } catch (Problem unsaved) {
                // The tool has done its work; what it has said must not be lost.
                output.json(outcome);
                throw unsaved;
            }
        }
        if (json) {
            output.json(outcome);
        } else if (!parts.isEmpty()) {
            showParts(parts, files);
        } else if (ok) {
            showData(outcome.get("data").orElse(JsonValue.NULL));
        }
        if (target.isPresent() && ok && parts.isEmpty()) {
            output.complain("The tool has answered with no file and no content, so nothing is written.");
        }
        for (JsonValue context : ApiText.list(outcome, "context")) {
            output.complain(ApiText.text(context, "provider") + " remarks: " + ApiText.text(context, "text"));
        }
        if (ok) {
            return 0;
        }
        output.complain(
                outcome.get("content").isPresent()
                        ? "The tool reports that it has failed."
                        : ApiText.text(outcome, "errorCode") + ": " + ApiText.text(outcome, "error"));
        return interrupted.get() ? Foreground.INTERRUPTED : CommandParser.FAILURE;
    }

    /** What the tool answered with, if that is a file or content. */
    private static List<ResultPart> parts(JsonValue outcome) {
        Optional<JsonValue> content = outcome.get("content");
        if (content.isPresent()) {
            return ToolContentReader.read(content.get()).blocks().stream()
                    .map(ResultPart::of)
                    .toList();
        }
        return outcome.get("file").stream()
                .map(file -> ResultPart.of(
                        ApiText.text(file, "mimeType"), Base64.getDecoder().decode(ApiText.text(file, "base64"))))
                .toList();
    }

    private static List<Path> save(List<ResultPart> parts, Path target) throws Problem {
        boolean directory = Files.isDirectory(target);
        if (!directory && parts.size() > 1) {
            throw new Problem("The tool has answered with " + parts.size()
                    + " parts; name a directory that is there with --output.");
        }
        List<Path> files = new ArrayList<>();
        for (ResultPart part : parts) {
            Path file = directory ? target.resolve((files.size() + 1) + "." + part.extension()) : target;
            part.save(file);
            files.add(file);
        }
        return files;
    }

    private void showParts(List<ResultPart> parts, List<Path> files) {
        for (int i = 0; i < parts.size(); i++) {
            ResultPart part = parts.get(i);
            if (!files.isEmpty()) {
                output.line((part.text().isPresent() ? "text" : part.shown()) + ", in " + files.get(i));
            } else {
                output.line(part.shown() + (part.text().isPresent() ? "" : "; --output FILE keeps it"));
            }
        }
    }

    private void showData(JsonValue data) {
        Optional<String> text = raw ? JsonReader.TEXT.tryRead(data) : Optional.empty();
        if (text.isPresent()) {
            output.line(text.get());
        } else {
            output.json(data);
        }
    }

    /** The call then ends as cancelled, and this command with it. */
    private void cancel(ControlClient client, String path) {
        interrupted.set(true);
        try {
            client.post(path);
        } catch (Problem e) {
            LOG.debug("The call could not be cancelled: {}", e.sentence());
        }
    }
}
