package io.tapgateway.zot;

import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.runtime.InterceptorQuestion;
import io.tapgateway.runtime.SessionInterceptor;
import io.tapgateway.user.SessionUser;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Each invariant of extensions, and a world that breaks it. Stateless. */
final class Flaws {
    private static final Logger LOG = LoggerFactory.getLogger(Flaws.class);

    private Flaws() {}

    /**
     * A world that is broken.
     *
     * @param invariant the number of the one that must notice, and what it says first if that matters
     */
    record Mutant(String invariant, String fault, Flaw flaw) {
        @Override
        public String toString() {
            return invariant + ": " + fault;
        }
    }

    /** Those that one run shows. */
    static List<Mutant> inOneRun() {
        return List.of(
                new Mutant("I-71", "a program is taken for gone once it was asked to go", new Flaw() {
                    @Override
                    public boolean reportsEndsEarly() {
                        return true;
                    }
                }),
                new Mutant("I-72", "what an extension leaves behind is kept", new Flaw() {
                    @Override
                    public SessionUser user(SessionUser person) {
                        return keepingAll(person);
                    }
                }),
                new Mutant("I-72", "each call is sent twice", new Flaw() {
                    @Override
                    public List<String> heard(int number, String line) {
                        return line.startsWith("{\"type\":\"tool_call\",\"id\":\"t-")
                                ? List.of(line, line.replace("\"t-", "\"t-1000"))
                                : List.of(line);
                    }
                }),
                new Mutant("I-72", "nobody minds the time of commands", new Flaw() {
                    @Override
                    public Duration delay(Duration asked) {
                        return asked.equals(ExtensionChannel.COMMAND) ? asked.multipliedBy(3) : asked;
                    }
                }),
                new Mutant("I-72: open questions", "who is asked never learns that nobody waits any more", new Flaw() {
                    @Override
                    public SessionInterceptor interceptor(SessionInterceptor interceptor) {
                        return keepingQuestions(interceptor);
                    }
                }),
                new Mutant("I-72", "what a program has not read at its end waits for ever", new Flaw() {
                    @Override
                    public boolean holdsWhatIsUnread() {
                        return true;
                    }
                }),
                new Mutant("I-74", "a line is lost now and then", new Flaw() {
                    @Override
                    public List<String> heard(int number, String line) {
                        return number % 7 == 6 && line.contains("\"event\":\"tool_call\"") ? List.of() : List.of(line);
                    }
                }),
                new Mutant("I-74", "questions are numbered anew after some lines", new Flaw() {
                    @Override
                    public List<String> heard(int number, String line) {
                        return List.of(
                                number > 15 ? line.replaceAll("\"id\":\"([tic])-\\d+\"", "\"id\":\"$1-1\"") : line);
                    }
                }),
                new Mutant("I-75", "what extensions are asked is logged", new Flaw() {
                    @Override
                    public List<String> heard(int number, String line) {
                        LOG.debug("An extension is sent {}", line);
                        return List.of(line);
                    }
                }),
                new Mutant("I-75", "what extensions are asked is in their logs", new Flaw() {
                    @Override
                    public String printed(SimulatedProgram program, String line) {
                        return line.startsWith("nonsense") ? "nonsense " + program.open("event_intercept") : line;
                    }
                }),
                new Mutant("I-76", "extensions are told of a token", new Flaw() {
                    @Override
                    public String model(String token) {
                        return "model?key=" + token;
                    }
                }),
                new Mutant("I-78", "keys are for whoever has opened a panel first", new Flaw() {
                    private final Map<SessionUser, Object> first = new HashMap<>();

                    @Override
                    public SessionUser user(SessionUser person) {
                        return altered(SessionUser.class, (method, args) -> {
                            if (method.getName().equals("open")) {
                                args[1] = first.computeIfAbsent(person, key -> args[1]);
                            }
                            return method.invoke(person, args);
                        });
                    }
                }),
                limiting("an extension may insist more often", Limit.INJECTS_PER_PROVIDER, 6),
                limiting("all together may insist more often", Limit.INJECTS_PER_SESSION, 16),
                new Mutant("I-80", "a late answer is taken for one to what is open", new Flaw() {
                    @Override
                    public String printed(SimulatedProgram program, String line) {
                        return program.open("tool_call").stream()
                                .filter(it -> line.startsWith("{\"type\":\"tool_result\""))
                                .map(it -> line.replaceFirst("\"id\":\"[^\"]*\"", "\"id\":\"" + it.text("id") + "\""))
                                .findFirst()
                                .orElse(line);
                    }
                }));
    }

    private static Mutant limiting(String fault, Limit limit, int value) {
        return new Mutant("I-79", fault, new Flaw() {
            @Override
            public Limits limits(Limits agreed) {
                return agreed.with(limit, value);
            }
        });
    }

    /** Those that bind as they come: who has what depends on who was faster (I-70). */
    static final Flaw HASTE = new Flaw() {
        @Override
        public boolean bindsAtOnce() {
            return true;
        }
    };

    /** Everybody waits for whoever does not read (I-73). */
    static final Flaw PATIENCE = new Flaw() {
        @Override
        public boolean waitsForReaders() {
            return true;
        }
    };

    /** The same person, to whom nobody ever leaves. */
    private static SessionUser keepingAll(SessionUser person) {
        return altered(
                SessionUser.class,
                (method, args) -> method.getName().equals("leave") ? null : method.invoke(person, args));
    }

    /** The same interceptor, of which no question is ever withdrawn. */
    private static SessionInterceptor keepingQuestions(SessionInterceptor interceptor) {
        return altered(SessionInterceptor.class, (method, args) -> {
            if (args[args.length - 1] instanceof InterceptorQuestion question) {
                args[args.length - 1] = altered(
                        InterceptorQuestion.class,
                        (asked, none) -> asked.getName().equals("withdrawn")
                                ? new CompletableFuture<>()
                                : asked.invoke(question, none));
            }
            return method.invoke(interceptor, args);
        });
    }

    private interface Altered {
        Object invoke(Method method, Object[] args) throws ReflectiveOperationException;
    }

    private static <T> T altered(Class<T> type, Altered altered) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> {
            try {
                return altered.invoke(method, args);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }));
    }
}
