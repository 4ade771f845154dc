package io.tapgateway.app;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Holds on the class path, where the JVM does not look, what the descriptors of modules say. */
@AnalyzeClasses(packages = "io.tapgateway", importOptions = ImportOption.DoNotIncludeTests.class)
class WallsTest {
    private static final String OURS = "io.tapgateway..";
    private static final Descriptors MODULES = Descriptors.ofClassPath();

    private static final DescribedPredicate<JavaClass> EXPORTED =
            describe("are exported", it -> MODULES.isExported(it.getPackageName()));

    /** For those who have no module, and those who look behind the walls by trade. */
    private static final DescribedPredicate<JavaClass> PUBLISHED =
            not(resideInAnyPackage("io.tapgateway.app..", "io.tapgateway.simulation..", "io.tapgateway.examples.."));

    private static final DescribedPredicate<JavaClass> LIBRARIES =
            not(resideInAnyPackage("java..", OURS, "org.jspecify..")).as("belong to a library");

    /** What two modules are there for, and what the app, which alone sees it, builds upon. */
    private static final DescribedPredicate<JavaClass> LIBRARIES_BY_INTENT = resideInAnyPackage(
                    "io.tapgateway.telemetry..", "io.tapgateway.testkit..")
            .or(resideInAnyPackage("io.tapgateway.transport.ws.http..", "io.tapgateway.transport.ws.text.."))
            .as("show a library by intent");

    @ArchTest
    static void eachPackageBelongsToOneModule(JavaClasses all) {
        JavaClasses published = all.that(PUBLISHED);

        assertThat(published).allMatch(it -> MODULES.owner(it.getPackageName()).isPresent());
        assertThat(published.stream()
                        .collect(Collectors.groupingBy(
                                WallsTest::module, Collectors.mapping(WallsTest::location, Collectors.toSet())))
                        .values())
                .allMatch(locations -> locations.size() == 1);
    }

    @ArchTest
    static final ArchRule whatIsNotExportedIsNotReached = classes()
            .that(not(resideInAPackage("io.tapgateway.simulation..")))
            .should(new ArchCondition<>("use what their module can see") {
                @Override
                public void check(JavaClass item, ConditionEvents events) {
                    item.getDirectDependenciesFromSelf().stream()
                            .filter(it -> resideInAPackage(OURS).test(it.getTargetClass()))
                            .filter(it -> !MODULES.sees(
                                    item.getPackageName(), it.getTargetClass().getPackageName()))
                            .forEach(it -> events.add(SimpleConditionEvent.violated(item, it.getDescription())));
                }
            });

    @ArchTest
    static final ArchRule whatIsExportedShowsNoLibrary =
            classes().that(EXPORTED.and(not(LIBRARIES_BY_INTENT))).should(showNothingOf(LIBRARIES));

    @ArchTest
    static final ArchRule runtimeKeepsItsLibrariesInTheirPackages =
            classes().that(resideInAPackage("io.tapgateway.runtime..")).should(showNothingOf(LIBRARIES));

    @ArchTest
    static final ArchRule nothingIsPublicWithoutNeed = classes()
            .that(PUBLISHED.or(resideInAPackage("io.tapgateway.app..")))
            .and()
            .arePublic()
            .and()
            .areTopLevelClasses()
            .and(describe("are no part of an API", it -> !MODULES.isApi(it.getPackageName())))
            // Made by Logback.
            .and(not(name("io.tapgateway.app.run.LogSetUp")))
            .should(new ArchCondition<>("be used by another package") {
                @Override
                public void check(JavaClass item, ConditionEvents events) {
                    if (!isUsedElsewhere(item) && !isProgram(item) && !isShown(item)) {
                        events.add(SimpleConditionEvent.violated(item, item.getName() + " is public for nobody"));
                    }
                }
            });

    private static ArchCondition<JavaClass> showNothingOf(DescribedPredicate<JavaClass> library) {
        return new ArchCondition<>("show nothing of types that " + library.getDescription()) {
            @Override
            public void check(JavaClass item, ConditionEvents events) {
                Shown.by(item)
                        .filter(it -> !it.isPrimitive())
                        .filter(library)
                        .forEach(type -> events.add(SimpleConditionEvent.violated(
                                item, item.getName() + " shows " + type.getName() + " to other packages")));
            }
        };
    }

    private static boolean isUsedElsewhere(JavaClass item) {
        return withNested(item)
                .flatMap(it -> it.getDirectDependenciesToSelf().stream())
                .anyMatch(it -> !it.getOriginClass().getPackage().equals(item.getPackage()));
    }

    private static boolean isProgram(JavaClass item) {
        return item.tryGetMethod("main", String[].class).isPresent();
    }

    private static boolean isShown(JavaClass item) {
        return item.getDirectDependenciesToSelf().stream()
                .anyMatch(it -> !it.getOriginClass().equals(item)
                        && Shown.by(it.getOriginClass()).anyMatch(item::equals));
    }

    private static Stream<JavaClass> withNested(JavaClass item) {
        return item.getPackage().getClasses().stream()
                .filter(it -> it.equals(item) || it.getName().startsWith(item.getName() + "$"));
    }

    private static String module(JavaClass item) {
        return MODULES.owner(item.getPackageName()).orElseThrow().name();
    }

    private static String location(JavaClass item) {
        String uri = item.getSource().orElseThrow().getUri().toString();
        return uri.substring(0, uri.length() - item.getName().length() - ".class".length());
    }
}
