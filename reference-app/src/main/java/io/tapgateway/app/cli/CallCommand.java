package io.tapgateway.app.cli;

import io.tapgateway.app.client.ControlClient;
import io.tapgateway.app.home.Problem;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.runtime.CallIds;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.OptionalInt;
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
            "Call a provider's tool and print what it returns, as JSON. Ctrl-C ends this call; 'interrupt' ends all calls of"
                    + " the session.",
            "For example: call greet '{\"name\": \"Ada\"}' or call greet name=Ada, or call --raw greet name=Ada > greeting.txt"
        },
        mixinStandardHelpOptions = true)
final class CallCommand implements Callable<Integer> {
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
    private OptionalInt within = OptionalInt.empty();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Where to put a file that the tool answers with; it must not be there yet.")
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
        return show(client.post(path + "/tools/" + ControlClient.segment(use.tool()) + "/call", out -> {
            out.text("call", id).value("args", args);
            within.ifPresent(seconds -> out.number("deadlineMs", 1_000L * seconds));
        }));
    }

    private int show(JsonValue outcome) throws Problem {
        boolean ok = ApiText.isTrue(outcome, "ok");
        Optional<JsonValue> file = outcome.get("file");
        if (file.isPresent() && target.isPresent()) {
            save(file.get(), target.get());
        }
        if (json) {
            output.json(outcome);
        } else if (file.isPresent()) {
            output.line(describe(file.get()));
        } else if (ok) {
            showData(outcome.get("data").orElse(JsonValue.NULL));
        }
        for (JsonValue context : ApiText.list(outcome, "context")) {
            output.complain(ApiText.text(context, "provider") + " remarks: " + ApiText.text(context, "text"));
        }
        if (ok) {
            return 0;
        }
        output.complain(ApiText.text(outcome, "errorCode") + ": " + ApiText.text(outcome, "error"));
        return interrupted.get() ? Foreground.INTERRUPTED : CommandParser.FAILURE;
    }

    private void showData(JsonValue data) {
        Optional<String> text = raw ? JsonReader.TEXT.tryRead(data) : Optional.empty();
        if (text.isPresent()) {
            output.line(text.get());
        } else {
            output.json(data);
        }
    }

    private String describe(JsonValue file) {
        String what = ApiText.text(file, "mimeType") + ", " + ApiText.text(file, "size") + " bytes";
        return target.map(it -> what + ", in " + it).orElse(what + "; --output FILE keeps it");
    }

    private static void save(JsonValue file, Path target) throws Problem {
        try {
            Files.write(
                    target, Base64.getDecoder().decode(ApiText.text(file, "base64")), StandardOpenOption.CREATE_NEW);
        } catch (FileAlreadyExistsException e) {
            throw new Problem(target + " is there already; choose another name.");
        } catch (IOException e) {
            throw new Problem(
                    "The file cannot be written to " + target + "; name one in a directory of yours with --output.");
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
