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
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture.LayerDependencySpecification;
import io.tapgateway.app.build.Modules;
import io.tapgateway.runtime.GatewayBuilder;
import io.tapgateway.runtime.loop.RunningGateway;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

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
            // Names of places, to which nobody goes.
            .and(not(nameMatching("java\\.net\\.(URI|URISyntaxException|URLEncoder|URLDecoder)")))
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

    /** A module, by its folder: where its classes are, and which other modules these may use. */
    private record Layer(String module, DescribedPredicate<JavaClass> classes, List<String> uses) {
        private Layer(String module, DescribedPredicate<JavaClass> classes, String... uses) {
            this(module, classes, List.of(uses));
        }

        private Layer(String module, String packages, String... uses) {
            this(module, resideInAPackage(packages), uses);
        }
    }

    private static final List<Layer> LAYERS = List.of(
            new Layer("protocol-api", "io.tapgateway.protocol.."),
            new Layer("gateway-runtime", "io.tapgateway.runtime..", "protocol-api"),
            new Layer(
                    "provider-sdk",
                    resideInAPackage("io.tapgateway.provider..")
                            .and(not(resideInAPackage("io.tapgateway.provider.ws.."))),
                    "protocol-api"),
            new Layer("providers/client", "io.tapgateway.provider.ws..", "protocol-api", "provider-sdk"),
            new Layer(
                    "transport-local",
                    "io.tapgateway.transport.local..",
                    "protocol-api",
                    "gateway-runtime",
                    "provider-sdk"),
            new Layer("transport-ws", "io.tapgateway.transport.ws..", "protocol-api", "gateway-runtime"),
            new Layer("host-link", "io.tapgateway.link..", "protocol-api", "gateway-runtime", "sessions/user"),
            new Layer("providers/programs", "io.tapgateway.programs..", "protocol-api", "gateway-runtime"),
            new Layer(
                    "providers/emitters",
                    "io.tapgateway.emitters..",
                    "protocol-api",
                    "gateway-runtime",
                    "provider-sdk",
                    "transport-local",
                    "providers/programs"),
            new Layer(
                    "providers/workspace",
                    "io.tapgateway.workspace..",
                    "protocol-api",
                    "gateway-runtime",
                    "provider-sdk",
                    "transport-local",
                    "providers/programs"),
            new Layer("sessions/model", "io.tapgateway.model..", "protocol-api", "gateway-runtime", "sessions/user"),
            new Layer("protocols/mcp", "io.tapgateway.mcp.protocol..", "protocol-api"),
            new Layer(
                    "providers/mcp",
                    "io.tapgateway.mcp.provider..",
                    "protocol-api",
                    "gateway-runtime",
                    "provider-sdk",
                    "providers/programs",
                    "protocols/mcp"),
            new Layer(
                    "providers/zot",
                    "io.tapgateway.zot..",
                    "protocol-api",
                    "gateway-runtime",
                    "provider-sdk",
                    "providers/programs",
                    "sessions/user"),
            new Layer(
                    "sessions/mcp",
                    "io.tapgateway.mcp.session..",
                    "protocol-api",
                    "gateway-runtime",
                    "protocols/mcp",
                    "sessions/user"),
            new Layer("sessions/user", "io.tapgateway.user..", "protocol-api"),
            new Layer("sessions/agents", "io.tapgateway.agents..", "protocol-api", "gateway-runtime"),
            new Layer(
                    "sessions/agent-server",
                    "io.tapgateway.agentserver..",
                    "protocol-api",
                    "gateway-runtime",
                    "providers/workspace",
                    "sessions/model",
                    "sessions/user"),
            new Layer("integrations/telemetry", "io.tapgateway.telemetry..", "protocol-api", "gateway-runtime"),
            new Layer(
                    "integrations/spring-boot-starter",
                    "io.tapgateway.spring..",
                    "protocol-api",
                    "gateway-runtime",
                    "provider-sdk",
                    "transport-local",
                    "transport-ws",
                    "integrations/telemetry"),
            new Layer("testing/testkit", "io.tapgateway.testkit..", "protocol-api", "gateway-runtime"),
            new Layer(
                    "testing/conformance",
                    "io.tapgateway.conformance..",
                    "protocol-api",
                    "gateway-runtime",
                    "transport-ws",
                    "testing/testkit"),
            new Layer("testing/simulation", "io.tapgateway.simulation..", "protocol-api", "gateway-runtime"),
            new Layer(
                    "reference-app",
                    "io.tapgateway.app..",
                    "protocol-api",
                    "gateway-runtime",
                    "provider-sdk",
                    "transport-local",
                    "transport-ws",
                    "host-link",
                    "providers/client",
                    "providers/programs",
                    "providers/emitters",
                    "providers/workspace",
                    "providers/mcp",
                    "providers/zot",
                    "protocols/mcp",
                    "sessions/model",
                    "sessions/mcp",
                    "sessions/user",
                    "sessions/agents",
                    "sessions/agent-server",
                    "testing/conformance"));

    @ArchTest
    static final ArchRule modulesPointOneWay = modulesPointOneWay();

    private static ArchRule modulesPointOneWay() {
        LayeredArchitecture modules = layeredArchitecture().consideringOnlyDependenciesInLayers();
        for (Layer layer : LAYERS) {
            modules = modules.layer(layer.module()).definedBy(layer.classes());
        }
        for (Layer layer : LAYERS) {
            LayerDependencySpecification arrows = modules.whereLayer(layer.module());
            modules = layer.uses().isEmpty()
                    ? arrows.mayNotAccessAnyLayer()
                    : arrows.mayOnlyAccessLayers(layer.uses().toArray(String[]::new));
        }
        return modules;
    }

    /** Arrows are checked between layers only; a layer whose classes are not on the class path fails by itself. */
    @Test
    void each_module_is_a_layer() {
        assertThat(LAYERS).extracting(Layer::module).containsExactlyInAnyOrderElementsOf(Modules.standingTogether());
    }

    /** Examples stand alone. */
    @ArchTest
    static void eachClassIsInOneLayer(JavaClasses all) {
        JavaClasses ours = all.that(not(resideInAPackage("io.tapgateway.examples..")));

        assertThat(ours)
                .allMatch(item -> LAYERS.stream()
                                .filter(layer -> layer.classes().test(item))
                                .count()
                        == 1);
    }

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
    static final ArchRule protocolOfMcpIsPure = isPure(resideInAPackage("io.tapgateway.mcp.protocol.."));

    @ArchTest
    static final ArchRule coreIsPure = isPure(resideInAPackage(CORE));

    @ArchTest
    static final ArchRule modelOfEmittersIsPure = isPure(resideInAPackage("io.tapgateway.emitters.model.."));

    @ArchTest
    static final ArchRule modelOfWorkspacesIsPure = isPure(resideInAPackage("io.tapgateway.workspace.model.."));

    @ArchTest
    static final ArchRule snapshotsOfWorkspacesArePure = isPure(resideInAPackage("io.tapgateway.workspace.snapshot.."));

    @ArchTest
    static final ArchRule protocolsOfTheAgentServerArePure = isPure(resideInAnyPackage(
            "io.tapgateway.agentserver.coworker..",
            "io.tapgateway.agentserver.anywhere..",
            "io.tapgateway.agentserver.step.."));

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
