package io.tapgateway.app.cli.watch;

import io.tapgateway.app.cli.command.ApiText;
import io.tapgateway.app.client.ControlClient;
import io.tapgateway.app.client.EventStream;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.text.EntryText;
import io.tapgateway.app.text.Span;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What {@code tail} shows: everything so far, then one entry for each event that brings one. Not thread-safe. */
sealed interface TailSource {
    /** The newest entries that have not been shown yet, oldest first. */
    List<JsonValue> unseen(ControlClient client, int last) throws Problem;

    /** The entry that an event brings, if it brings one that has not been shown yet. */
    Optional<JsonValue> unseen(EventStream.Event event);

    /** Another gateway has taken the place of the one that was shown. */
    void forget();

    /** An entry for people. */
    List<Span> line(JsonValue entry);

    /**
     * The timeline of a session, and which providers come and go. Both are numbered, so that no entry is shown twice or
     * missed.
     */
    final class Timeline implements TailSource {
        private final String path;
        private boolean begun;
        private long shown;
        private long shownChanges;

        Timeline(String sessionPath) {
            this.path = sessionPath;
        }

        @Override
        public List<JsonValue> unseen(ControlClient client, int last) throws Problem {
            List<JsonValue> entries = new ArrayList<>(ApiText.list(client.get(path + "/presence"), "presence"));
            entries.addAll(ApiText.list(client.get(path + "/timeline?after=" + shown), "entries"));
            List<JsonValue> unseen = entries.stream()
                    .filter(this::isNew)
                    .sorted(Comparator.comparing(entry -> Instant.parse(ApiText.text(entry, "ts"))))
                    .toList();
            List<JsonValue> wanted = begun ? unseen : unseen.subList(Math.max(0, unseen.size() - last), unseen.size());
            begun = true;
            return wanted;
        }

        @Override
        public Optional<JsonValue> unseen(EventStream.Event event) {
            boolean isMeant = event.name().equals("timeline") || event.name().equals("providers");
            return isMeant ? ApiText.parsed(event).filter(this::isNew) : Optional.empty();
        }

        @Override
        public void forget() {
            shown = 0;
            shownChanges = 0;
        }

        @Override
        public List<Span> line(JsonValue entry) {
            String time = ApiText.localTime(ApiText.text(entry, "ts"));
            if (isChange(entry)) {
                String instance = ApiText.text(entry, "instance");
                String name = ApiText.text(entry, "provider") + (instance.isEmpty() ? "" : "/" + instance);
                return EntryText.timed(time, "provider", name, change(ApiText.text(entry, "presence")));
            }
            return EntryText.timed(
                    time, ApiText.text(entry, "level"), ApiText.text(entry, "source"), ApiText.text(entry, "text"));
        }

        private static boolean isChange(JsonValue entry) {
            return entry.get("presence").isPresent();
        }

        private static String change(String presence) {
            return switch (presence) {
                case "bound" -> "has joined";
                case "unbound" -> "is in no session now";
                case "left" -> "has left";
                case "disconnected" -> "has lost its connection";
                default -> presence;
            };
        }

        private boolean isNew(JsonValue entry) {
            long seq = seq(entry);
            boolean isNew = seq > (isChange(entry) ? shownChanges : shown);
            if (isChange(entry)) {
                shownChanges = Math.max(shownChanges, seq);
            } else {
                shown = Math.max(shown, seq);
            }
            return isNew;
        }
    }

    /**
     * A stream of one provider. Events are numbered, so none is shown twice, and none missed that is still retained.
     */
    final class Stream implements TailSource {
        private static final int EVERYTHING = 200;

        private final String path;
        private final String name;
        private boolean begun;
        private long shown;

        Stream(String sessionPath, String name) {
            this.path = sessionPath + "/streams/" + ControlClient.segment(name) + "?last=";
            this.name = name;
        }

        @Override
        public List<JsonValue> unseen(ControlClient client, int last) throws Problem {
            List<JsonValue> entries = new ArrayList<>(ApiText.list(client.get(path + EVERYTHING), "entries"));
            Collections.reverse(entries);
            List<JsonValue> unseen = entries.stream().filter(this::isNew).toList();
            List<JsonValue> wanted = begun ? unseen : unseen.subList(Math.max(0, unseen.size() - last), unseen.size());
            begun = true;
            return wanted;
        }

        @Override
        public Optional<JsonValue> unseen(EventStream.Event event) {
            return event.name().equals("pushes")
                    ? ApiText.parsed(event)
                            .filter(push -> ApiText.text(push, "stream").equals(name))
                            .filter(this::isNew)
                            .map(Stream::entry)
                    : Optional.empty();
        }

        @Override
        public void forget() {
            shown = 0;
        }

        @Override
        public List<Span> line(JsonValue entry) {
            return EntryText.timed(
                    ApiText.localTime(ApiText.text(entry, "ts")),
                    ApiText.text(entry, "level"),
                    "",
                    ApiText.text(entry, "event"));
        }

        private boolean isNew(JsonValue entry) {
            long seq = seq(entry);
            boolean isNew = seq > shown;
            shown = Math.max(shown, seq);
            return isNew;
        }

        /** What the list of events would say, which is all but where the event belongs. */
        private static JsonValue entry(JsonValue push) {
            Map<String, JsonValue> members = new LinkedHashMap<>(push.members());
            members.keySet().removeAll(Set.of("session", "stream"));
            return JsonValue.object(members);
        }
    }

    private static long seq(JsonValue entry) {
        return entry.get("seq").flatMap(JsonReader.WHOLE_NUMBER::tryRead).orElse(0L);
    }
}
