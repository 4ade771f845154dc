package io.tapgateway.app.cli.watch;

import io.tapgateway.app.cli.command.ApiText;
import io.tapgateway.app.cli.command.Foreground;
import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.cli.command.SessionOption;
import io.tapgateway.app.client.ControlClient;
import io.tapgateway.app.client.EventStream;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.protocol.json.JsonValue;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows what happens in a session. Confined to the main thread. */
@Command(
        name = "tail",
        description =
                "Show a session's timeline, with providers that come and go, or one of its streams, and go on as it grows. Ctrl-C ends it. On a terminal it has colours, unless NO_COLOR is set.",
        mixinStandardHelpOptions = true)
public final class TailCommand implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(TailCommand.class);
    private static final int MAX_LAST = 200;
    private static final int RETRY_SECONDS = 1;

    private final Output output;
    private final Foreground foreground;
    private final CountDownLatch interrupted = new CountDownLatch(1);

    @Mixin
    private HomeOption home = new HomeOption();

    @Mixin
    private SessionOption session = new SessionOption();

    @Option(names = "--stream", paramLabel = "STREAM@PROVIDER", description = "A stream instead of the timeline.")
    private @Nullable String stream;

    @Option(
            names = "--last",
            paramLabel = "N",
            defaultValue = "20",
            description = "Begin with the newest N entries, 0 to " + MAX_LAST + ". Default: ${DEFAULT-VALUE}")
    private int last = 20;

    @Option(names = "--no-follow", description = "End after what is there already.")
    private boolean noFollow;

    @Option(names = "--json", description = "Print one JSON object per entry and line.")
    private boolean json;

    TailCommand(Output output, Foreground foreground) {
        this.output = output;
        this.foreground = foreground;
    }

    @Override
    public Integer call() throws Exception {
        if (last < 0 || last > MAX_LAST) {
            throw new Problem("--last must be between 0 and " + MAX_LAST + ".");
        }
        HomeDirectory directory = home.directory();
        ControlClient client = ControlClient.find(directory);
        String id = session.choose(client);
        String path = "api/sessions/" + ControlClient.segment(id);
        TailSource source = stream == null ? new TailSource.Timeline(path) : new TailSource.Stream(path, stream);
        if (stream != null && !exists(stream, path, client)) {
            if (noFollow) {
                throw new Problem(
                        "There is no stream '" + stream + "' in this session; 'streams' lists those there are.");
            }
            output.complain("There is no stream '" + stream + "' yet; waiting for its first event.");
        }
        if (noFollow) {
            showUnseen(source, client);
            return 0;
        }
        if (stream == null) {
            foreground.showsTimelineOf(id);
        }
        while (follow(source, client, id)) {
            Optional<ControlClient> other = isInterrupted() ? Optional.empty() : reconnected(directory);
            if (other.isEmpty()) {
                return Foreground.INTERRUPTED;
            }
            if (other.get().gateway().pid() != client.gateway().pid()) {
                source.forget();
            }
            client = other.get();
        }
        return 0;
    }

    private static boolean exists(String stream, String path, ControlClient client) throws Problem {
        return ApiText.list(client.get(path + "/streams"), "streams").stream()
                .anyMatch(known -> ApiText.text(known, "name").equals(stream));
    }

    /** Shows everything until the connection is lost; or the session ends, and then there is nothing to go on with. */
    private boolean follow(TailSource source, ControlClient client, String id) throws Problem {
        try (EventStream events = client.events(id)) {
            foreground.whenInterrupted(() -> {
                interrupted.countDown();
                events.end();
            });
            // Listening began before, so nothing falls into a gap.
            showUnseen(source, client);
            for (Optional<EventStream.Event> event = events.next(); event.isPresent(); event = events.next()) {
                source.unseen(event.get()).ifPresent(entry -> show(source, entry));
                if (event.get().name().equals("sessions") && event.get().data().contains("\"phase\":\"ended\"")) {
                    output.complain("The session has ended.");
                    return false;
                }
            }
        }
        return true;
    }

    private boolean isInterrupted() {
        return interrupted.getCount() == 0;
    }

    /** @return empty if the user does not want to wait any longer */
    private Optional<ControlClient> reconnected(HomeDirectory directory) throws InterruptedException {
        output.complain("The gateway has gone; waiting for it to come back.");
        do {
            try {
                ControlClient client = ControlClient.find(directory);
                var unused = client.get("api/health");
                return Optional.of(client);
            } catch (Problem e) {
                LOG.debug("Not yet: {}", e.sentence());
            }
        } while (!interrupted.await(RETRY_SECONDS, TimeUnit.SECONDS));
        return Optional.empty();
    }

    private void showUnseen(TailSource source, ControlClient client) throws Problem {
        source.unseen(client, last).forEach(entry -> show(source, entry));
    }

    private void show(TailSource source, JsonValue entry) {
        if (json) {
            output.json(entry);
        } else {
            output.line(source.line(entry));
        }
    }
}
