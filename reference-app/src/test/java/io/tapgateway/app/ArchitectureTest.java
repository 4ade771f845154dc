package io.tapgateway.app;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.tapgateway.runtime.GatewayBuilder;
import io.tapgateway.runtime.loop.RunningGateway;
import java.util.Set;
import org.jspecify.annotations.NullMarked;

/**
 * Holds the arrows between modules and packages. It stands in this module because only here is every other one in
 * sight.
 */
@AnalyzeClasses(packages = "io.tapgateway", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    private static final String CORE = "io.tapgateway.runtime.core..";

    /** What reaches outside a computation: threads, clocks, sockets, files, logs, randomness. */
    private static final DescribedPredicate<JavaClass> OUTSIDE_WORLD = resideInAnyPackage(
                    "java.util.concurrent..",
                    "java.net..",
                    "java.nio.channels..",
                    "java.util.logging..",
                    "org.slf4j..",
                    "com.google.common.util.concurrent..")
            // Arithmetic that happens to live among the threads.
            .and(not(nameMatching("java\\.util\\.concurrent\\.TimeUnit")))
            .or(nameMatching(
                    "java\\.lang\\.(Thread|ThreadLocal|InheritableThreadLocal|Process|ProcessBuilder|Runtime)"))
            .or(nameMatching(
                    "java\\.io\\.(File|FileInputStream|FileOutputStream|FileReader|FileWriter|RandomAccessFile)"))
            .or(nameMatching("java\\.nio\\.file\\.Files"))
            .or(nameMatching("java\\.time\\.(Clock|InstantSource)"))
            .or(nameMatching("java\\.util\\.(Random|Timer|SplittableRandom)"))
            .or(nameMatching("java\\.util\\.random\\..*"))
            .or(nameMatching("java\\.security\\.SecureRandom"))
            .or(nameMatching("com\\.google\\.common\\.base\\.(Stopwatch|Ticker)"))
            .as("reach for threads, clocks, sockets, files, logs or randomness");

    /** The same by way of a static method or field of a class that is harmless otherwise. */
    private static final DescribedPredicate<JavaAccess<?>> OUTSIDE_WORLD_BY_ACCESS = describe(
            "ask the system for time, randomness, settings or streams",
            access -> switch (access.getTargetOwner().getName()) {
                case "java.lang.System" ->
                    Set.of("nanoTime", "currentTimeMillis", "getenv", "getProperty", "out", "err", "in")
                            .contains(access.getTarget().getName());
                case "java.lang.Math" -> access.getTarget().getName().equals("random");
                case "java.util.UUID" -> access.getTarget().getName().equals("randomUUID");
                default ->
                    access.getTargetOwner().getPackageName().equals("java.time")
                            && access.getTarget().getName().equals("now");
            });

    @ArchTest
    static final ArchRule modulesPointOneWay = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("protocol-api")
            .definedBy("io.tapgateway.protocol..")
            .layer("gateway-runtime")
            .definedBy("io.tapgateway.runtime..")
            .layer("provider-sdk")
            .definedBy(resideInAPackage("io.tapgateway.provider..")
                    .and(not(resideInAPackage("io.tapgateway.provider.ws.."))))
            .layer("provider-client")
            .definedBy("io.tapgateway.provider.ws..")
            .layer("transport-local")
            .definedBy("io.tapgateway.transport.local..")
            .layer("transport-ws")
            .definedBy("io.tapgateway.transport.ws..")
            .layer("host-link")
            .definedBy("io.tapgateway.link..")
            .layer("provider-emitters")
            .definedBy("io.tapgateway.emitters..")
            .layer("session-model")
            .definedBy("io.tapgateway.model..")
            .layer("gateway-telemetry")
            .definedBy("io.tapgateway.telemetry..")
            .layer("gateway-testkit")
            .definedBy("io.tapgateway.testkit..")
            .layer("reference-app")
            .definedBy("io.tapgateway.app..")
            .whereLayer("protocol-api")
            .mayNotAccessAnyLayer()
            .whereLayer("gateway-runtime")
            .mayOnlyAccessLayers("protocol-api")
            .whereLayer("provider-sdk")
            .mayOnlyAccessLayers("protocol-api")
            .whereLayer("provider-client")
            .mayOnlyAccessLayers("protocol-api", "provider-sdk")
            .whereLayer("transport-local")
            .mayOnlyAccessLayers("protocol-api", "gateway-runtime", "provider-sdk")
            .whereLayer("transport-ws")
            .mayOnlyAccessLayers("protocol-api", "gateway-runtime")
            .whereLayer("host-link")
            .mayOnlyAccessLayers("protocol-api", "gateway-runtime")
            .whereLayer("provider-emitters")
            .mayOnlyAccessLayers("protocol-api", "gateway-runtime", "provider-sdk", "transport-local")
            .whereLayer("session-model")
            .mayOnlyAccessLayers("protocol-api", "gateway-runtime")
            .whereLayer("gateway-telemetry")
            .mayOnlyAccessLayers("protocol-api", "gateway-runtime")
            .whereLayer("gateway-telemetry")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("gateway-testkit")
            .mayOnlyAccessLayers("protocol-api", "gateway-runtime")
            .whereLayer("gateway-testkit")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("reference-app")
            .mayNotBeAccessedByAnyLayer();

    @ArchTest
    static final ArchRule protocolIsPure = isPure(resideInAPackage("io.tapgateway.protocol..")
            .and(not(resideInAPackage("io.tapgateway.protocol.transport.."))));

    /** What transports share may be used by several threads, and has none of its own. */
    @ArchTest
    static final ArchRule whatTransportsShareHasNoThread = noClasses()
            .that()
            .resideInAPackage("io.tapgateway.protocol.transport..")
            .should()
            .dependOnClassesThat(OUTSIDE_WORLD
                    .and(not(resideInAnyPackage("java.util.concurrent.locks", "java.util.concurrent.atomic")))
                    .and(not(nameMatching("java\\.util\\.concurrent\\.Concurrent\\w+"))))
            .orShould()
            .accessTargetWhere(OUTSIDE_WORLD_BY_ACCESS);

    @ArchTest
    static final ArchRule coreIsPure = isPure(resideInAPackage(CORE));

    @ArchTest
    static final ArchRule modelOfEmittersIsPure = isPure(resideInAPackage("io.tapgateway.emitters.model.."));

    /** Somewhere the API has to meet what is behind it: in the builder, and nowhere else. */
    @ArchTest
    static final ArchRule packagesFormNoCycle = slices().matching("io.tapgateway.(**)")
            .should()
            .beFreeOfCycles()
            .ignoreDependency(GatewayBuilder.class, RunningGateway.class);

    @ArchTest
    static final ArchRule packagesAreNullMarked =
            classes().should(liveInANullMarkedPackage()).allowEmptyShould(true);

    private static ArchRule isPure(DescribedPredicate<JavaClass> packages) {
        return noClasses()
                .that(packages)
                .should()
                .dependOnClassesThat(OUTSIDE_WORLD)
                .orShould()
                .accessTargetWhere(OUTSIDE_WORLD_BY_ACCESS)
                .allowEmptyShould(true);
    }

    private static ArchCondition<JavaClass> liveInANullMarkedPackage() {
        return new ArchCondition<>("live in a @NullMarked package") {
            @Override
            public void check(JavaClass item, ConditionEvents events) {
                if (!item.getPackage().isAnnotatedWith(NullMarked.class)) {
                    events.add(SimpleConditionEvent.violated(
                            item, item.getName() + " lives in a package without @NullMarked in its package-info.java"));
                }
            }
        };
    }
}
