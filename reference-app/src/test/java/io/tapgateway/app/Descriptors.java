package io.tapgateway.app;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.net.URL;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The descriptors of our modules, as the class path has them: they say what is API and who else may see what. Packages
 * begin with the name of their module. Immutable.
 */
final class Descriptors {
    private static final String OURS = "io.tapgateway.";

    /** With the most specific names first. */
    private final List<ModuleDescriptor> modules;

    private Descriptors(List<ModuleDescriptor> modules) {
        this.modules = modules;
    }

    static Descriptors ofClassPath() {
        try {
            List<URL> files =
                    Collections.list(Descriptors.class.getClassLoader().getResources("module-info.class"));
            return new Descriptors(files.stream()
                    .map(Descriptors::read)
                    .filter(module -> module.name().startsWith(OURS))
                    .sorted(Comparator.comparing(ModuleDescriptor::name).reversed())
                    .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<ModuleDescriptor> all() {
        return modules;
    }

    /** The module of a package; empty for the app and other programs, which have none. */
    Optional<ModuleDescriptor> owner(String packageName) {
        return modules.stream()
                .filter(module -> (packageName + ".").startsWith(module.name() + "."))
                .findFirst();
    }

    /** Whether it is part of an API: exported to everybody. */
    boolean isApi(String packageName) {
        return exports(packageName).filter(it -> !it.isQualified()).isPresent();
    }

    /** Whether it is exported, be it to some modules only. */
    boolean isExported(String packageName) {
        return exports(packageName).isPresent();
    }

    /** Whether what is in one package may use what is public in the other. */
    boolean sees(String packageName, String other) {
        Optional<ModuleDescriptor> module = owner(packageName);
        return isApi(other)
                || module.equals(owner(other))
                || exports(other)
                        .filter(it -> it.targets().stream().anyMatch(to -> (packageName + ".").startsWith(to + ".")))
                        .isPresent();
    }

    private Optional<ModuleDescriptor.Exports> exports(String packageName) {
        return owner(packageName)
                .flatMap(module -> module.exports().stream()
                        .filter(it -> it.source().equals(packageName))
                        .findFirst());
    }

    private static ModuleDescriptor read(URL file) {
        try (InputStream in = file.openStream()) {
            return ModuleDescriptor.read(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
