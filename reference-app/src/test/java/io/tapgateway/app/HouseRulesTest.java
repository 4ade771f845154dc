package io.tapgateway.app;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.InstanceofCheck;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.tapgateway.app.build.Modules;
import io.tapgateway.app.docs.Page;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Holds how code is written here, as far as a machine can tell, in the main sources of all modules that stand together.
 */
@AnalyzeClasses(packages = "io.tapgateway", importOptions = ImportOption.DoNotIncludeTests.class)
class HouseRulesTest {
    /** What stands before any comment or text of its line. */
    private static final String CODE = "^[^*/\"]*";

    private static final Pattern SYNCHRONIZED = Pattern.compile(CODE + "\\bsynchronized\\b");
    private static final Pattern CLASS =
            Pattern.compile("^(?:(?:public|abstract|final|sealed|non-sealed) )*(?:class|record) ", Pattern.MULTILINE);

    private static final Pattern THREADS =
            Pattern.compile("\\b(?:[Ii]mmutable|[Ss]tateless|[Tt]hread-safe|[Cc]onfined[\\s*]+to)\\b");

    private static final Pattern TRANSITION = Pattern.compile("to[A-Z].*");

    @ArchTest
    static final ArchRule nobodySleeps = noClasses()
            .should()
            .callMethodWhere(describe(
                    "it sleeps",
                    call -> call.getTarget().getName().equals("sleep")
                            && call.getTargetOwner().getPackageName().startsWith("java.")));

    @ArchTest
    static final ArchRule namesSayWhatDiffers =
            noClasses().should().haveNameMatching(".*(Impl|Manager|Utils?|Base|Helper)");

    @ArchTest
    static final ArchRule statesAreNotToldByTheirTypes = classes()
            .should(new ArchCondition<>("ask no state of which type it is") {
                @Override
                public void check(JavaClass item, ConditionEvents events) {
                    item.getInstanceofChecks().stream()
                            .map(InstanceofCheck::getRawType)
                            .filter(HouseRulesTest::isState)
                            .forEach(state -> events.add(SimpleConditionEvent.violated(
                                    item, item.getName() + " asks whether it is a " + state.getName())));
                }
            });

    /**
     * The byte code does not tell a cast that is written from one that comes of generics, so this looks at the sources.
     */
    @ArchTest
    static void statesAreNotCast(JavaClasses all) {
        String state = all.stream()
                .filter(HouseRulesTest::isState)
                .map(JavaClass::getSimpleName)
                .distinct()
                .collect(Collectors.joining("|", "\\b(", ")"));

        assertThat(lines(Pattern.compile(CODE + "\\((\\w+\\.)*" + state + "\\) *[\\w(]")))
                .isEmpty();
        assertThat(lines(Pattern.compile(CODE + state + "\\.class(\\.|::)(isInstance|cast)\\b")))
                .isEmpty();
    }

    @Test
    void nothing_is_synchronized() {
        assertThat(lines(SYNCHRONIZED)).isEmpty();
    }

    /** Tests, benchmarks and examples included. */
    @Test
    void one_simple_name_is_one_type() {
        Map<String, List<Path>> types =
                allSources().collect(Collectors.groupingBy(HouseRulesTest::name, TreeMap::new, Collectors.toList()));
        types.keySet().removeAll(Set.of("module-info", "package-info"));
        types.values().removeIf(files -> files.size() == 1);

        assertThat(types).isEmpty();
    }

    @Test
    void each_class_says_which_threads_may_use_it() {
        assertThat(sources().filter(source -> !saysItsThreads(text(source)))).isEmpty();
    }

    /**
     * What only POSIX systems have stays behind the ports that other systems answer otherwise; a shell's name is no use
     * of it.
     */
    @Test
    void what_only_some_systems_have_stays_behind_its_port() {
        Set<String> ports = Set.of(
                "Detachment",
                "RunningProcess",
                "PortOwner",
                "SocketOwner",
                "PidFiles",
                "ProgramMark",
                "ProgramRun",
                "ShellGuard",
                "ShellCommands",
                "ExtensionConfig",
                "PosixModes",
                "DescriptorShare",
                "LoadCommand");
        Pattern uses =
                Pattern.compile("^[^*]*\"[^\"]*(/proc\\b|\\bsetsid\\b|\\bflock\\b|/bin/sh\\b)|\\(\"sh\", \"-c\"");

        assertThat(sources()
                        .filter(source -> text(source)
                                .lines()
                                .anyMatch(line -> uses.matcher(line).find()))
                        .map(HouseRulesTest::name)
                        .filter(name -> !ports.contains(name)))
                .isEmpty();
    }

    /** The formatter leaves comments alone. */
    @Test
    void comments_have_at_most_120_columns() {
        assertThat(lines(allSources(), Pattern.compile("^(?=.{121}) *(/\\*\\*|\\*|//) ")))
                .isEmpty();
    }

    /** Tables, headings, pictures and addresses cannot be wrapped, and pages that are made need not be. */
    @Test
    void texts_have_at_most_120_columns() {
        Set<String> made = Set.of("mcp-conformance.md", "messages.md", "schema-suite.md", "states.md");
        Pattern tooLong = Pattern.compile("^(?=.{121}) *[^ |!<#].* ");

        assertThat(Page.all().stream()
                        .filter(page -> !made.contains(
                                Path.of(page.path()).getFileName().toString()))
                        .flatMap(page -> page.prose()
                                .lines()
                                .filter(line -> tooLong.matcher(line).find())
                                .map(line -> page + ": " + line)))
                .isEmpty();
    }

    /** Interfaces and enumerations need not. */
    private static boolean saysItsThreads(String source) {
        Matcher type = CLASS.matcher(source);
        if (!type.find()) {
            return true;
        }
        int start = source.lastIndexOf("/**", type.start());
        return start >= 0
                && THREADS.matcher(oneLine(source.substring(start, type.start())))
                        .find();
    }

    private static String oneLine(String comment) {
        return comment.replaceAll("\\s+\\*\\s+", " ");
    }

    /** Whether it belongs to a sealed family of ours whose members are left by {@code to…} methods. */
    private static boolean isState(JavaClass type) {
        return Stream.of(Set.of(type), type.getAllRawInterfaces(), type.getAllRawSuperclasses())
                .flatMap(Collection::stream)
                .filter(family -> family.getPackageName().startsWith("io.tapgateway."))
                .filter(HouseRulesTest::isMachine)
                .anyMatch(family -> family.reflect().isSealed());
    }

    private static boolean isMachine(JavaClass family) {
        return Stream.concat(Stream.of(family), family.getAllSubclasses().stream())
                .flatMap(state -> state.getMethods().stream())
                .anyMatch(method -> TRANSITION.matcher(method.getName()).matches()
                        && method.getRawReturnType().isAssignableTo(family.getName()));
    }

    private static List<String> lines(Pattern pattern) {
        return lines(sources(), pattern);
    }

    private static List<String> lines(Stream<Path> sources, Pattern pattern) {
        return sources.flatMap(source -> text(source)
                        .lines()
                        .filter(line -> pattern.matcher(line).find())
                        .map(line -> Page.ROOT.relativize(source) + ": " + line.strip()))
                .toList();
    }

    /** Those of tests, benchmarks and examples as well. */
    private static Stream<Path> allSources() {
        return Modules.all().stream()
                .map(module -> Page.ROOT.resolve(module).resolve("src"))
                .filter(Files::isDirectory)
                .flatMap(HouseRulesTest::below);
    }

    private static Stream<Path> sources() {
        return Modules.standingTogether().stream()
                .map(module -> Page.ROOT.resolve(module).resolve("src/main/java"))
                .flatMap(HouseRulesTest::below);
    }

    private static Stream<Path> below(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String name(Path source) {
        return source.getFileName().toString().replace(".java", "");
    }

    private static String text(Path source) {
        try {
            return Files.readString(source);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
