package io.tapgateway.app.endurance;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.base.Splitter;
import com.google.common.util.concurrent.Uninterruptibles;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Guests in a process of their own, which need as many sockets as the gateway that they visit, and a processor of
 * theirs. Thread-safe.
 */
final class GuestHouse implements AutoCloseable {
    private final Process process;
    private final PrintWriter orders;
    private final Thread ears = new Thread(this::listen, "guest-house");
    private final Map<Integer, CompletableFuture<Guest.Bound>> onTheirWay = new ConcurrentHashMap<>();

    private GuestHouse(Process process) {
        this.process = process;
        this.orders = new PrintWriter(process.outputWriter(UTF_8), true);
        ears.start();
    }

    /** Opens an empty house. */
    static GuestHouse open() throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new GuestHouse(
                new ProcessBuilder(java, "-cp", System.getProperty("java.class.path"), GuestHouse.class.getName())
                        .redirectError(Redirect.INHERIT)
                        .start());
    }

    /** Another guest moves in; they are numbered from 0. */
    void settle(String name, String token) {
        order("settle " + name + " " + token);
    }

    /** Has a guest connect; fails with what it was told instead. */
    CompletableFuture<Guest.Bound> connect(int guest, int port) {
        CompletableFuture<Guest.Bound> bound = new CompletableFuture<>();
        onTheirWay.put(guest, bound);
        order("connect " + guest + " " + port);
        if (!process.isAlive()) {
            bound.completeExceptionally(new IllegalStateException("nobody is in the house"));
        }
        return bound;
    }

    /** Cuts a guest's connection without a word. */
    void drop(int guest) {
        order("drop " + guest);
    }

    private synchronized void order(String line) {
        orders.println(line);
    }

    private void listen() {
        try (BufferedReader lines = process.inputReader(UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                hear(Splitter.on(' ').limit(3).splitToList(line));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        onTheirWay.values().forEach(it -> it.completeExceptionally(new IllegalStateException("the house is empty")));
    }

    private void hear(List<String> words) {
        CompletableFuture<Guest.Bound> guest = onTheirWay.remove(Integer.valueOf(words.get(1)));
        if (words.get(0).equals("bound")) {
            List<String> bound = Splitter.on(' ').splitToList(words.get(2));
            guest.complete(new Guest.Bound(bound.get(0), Long.parseLong(bound.get(1))));
        } else {
            guest.completeExceptionally(new IllegalStateException(words.get(2)));
        }
    }

    /** Everybody leaves. */
    @Override
    public void close() {
        orders.close();
        Uninterruptibles.joinUninterruptibly(ears);
    }

    /** The house from inside: does what it is told line by line, and says what came of it. */
    public static void main(String[] args) throws IOException {
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        PrintStream news = new PrintStream(System.out, true, UTF_8);
        List<Guest> guests = new ArrayList<>();
        try (GuestLoop loop = new GuestLoop()) {
            for (String line = orders.readLine(); line != null; line = orders.readLine()) {
                List<String> words = Splitter.on(' ').splitToList(line);
                switch (words.get(0)) {
                    case "settle" -> guests.add(new Guest(loop, words.get(1), words.get(2)));
                    case "drop" -> guests.get(Integer.parseInt(words.get(1))).drop();
                    case "connect" -> {
                        String number = words.get(1);
                        var unused = guests.get(Integer.parseInt(number))
                                .connect(Integer.parseInt(words.get(2)))
                                .whenComplete((bound, refusal) -> news.println(
                                        refusal == null
                                                ? "bound " + number + " " + bound.id() + " " + bound.nanos()
                                                : "failed " + number + " "
                                                        + refusal.getMessage()
                                                                .lines()
                                                                .findFirst()
                                                                .orElse("")));
                    }
                    default -> throw new IllegalArgumentException("no order: " + line);
                }
            }
        }
    }
}
