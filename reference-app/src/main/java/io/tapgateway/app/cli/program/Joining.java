package io.tapgateway.app.cli.program;

import io.tapgateway.app.cli.command.ApiText;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.client.ControlClient;
import io.tapgateway.app.client.EventStream;
import io.tapgateway.app.home.Problem;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.runtime.thread.DaemonThreads;
import java.time.Duration;
import java.util.Optional;

/**
 * Watches whether a provider joins a session, and says so when it has; reads the news on a thread of its own.
 * Thread-safe.
 */
final class Joining implements AutoCloseable {
    private final Output output;
    private final String provider;
    private final String session;
    private final EventStream news;
    private volatile boolean hasJoined;

    private Joining(Output output, String provider, String session, EventStream news) {
        this.output = output;
        this.provider = provider;
        this.session = session;
        this.news = news;
    }

    /** Begins to watch, before the program of that provider is started. */
    static Joining watch(Output output, ControlClient client, String provider, String session) throws Problem {
        Joining joining = new Joining(output, provider, session, client.events(session));
        DaemonThreads.start("joining", joining::read);
        return joining;
    }

    private void read() {
        for (Optional<EventStream.Event> event = news.next(); event.isPresent(); event = news.next()) {
            if (event.get().name().equals("providers")) {
                ApiText.parsed(event.get()).ifPresent(this::hear);
            }
        }
    }

    private void hear(JsonValue event) {
        if (!hasJoined
                && ApiText.text(event, "provider").equals(provider)
                && ApiText.text(event, "presence").equals("bound")) {
            hasJoined = true;
            output.remark("'" + provider + "' has joined session " + session + ".");
        }
    }

    /** Says of a program that still runs what to do if it is not there by now. */
    void programRunsOn(Duration since) {
        if (!hasJoined) {
            output.complain("'" + provider + "' has not joined session " + session + " yet, " + since.toSeconds()
                    + " s after its program was started. It has to connect to TAP_GATEWAY_URL, with the token in"
                    + " TAP_PROVIDER_TOKEN, and to say hello as '" + provider + "'; 'tapgateway tail --session "
                    + session
                    + "' and 'tapgateway logs' tell what the gateway has refused.");
        }
    }

    /** Says of a program that has ended whether it was ever there. */
    void programEnded(int code) {
        if (!hasJoined) {
            output.complain("The program of '" + provider + "' has ended, with exit code " + code
                    + ", and never joined session " + session + ".");
        }
    }

    @Override
    public void close() {
        news.end();
    }
}
