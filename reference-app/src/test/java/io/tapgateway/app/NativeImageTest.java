package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.tapgateway.app.docs.Page;
import java.lang.module.ModuleDescriptor;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The examples tell a native image of each record that the SDK makes or reads for them. */
class NativeImageTest {
    private static final String EXAMPLES = "io.tapgateway.examples";
    private static final String LIST = "examples/java/src/main/resources/META-INF/native-image/io.tapgateway/"
            + "example-provider-java/reachability-metadata.json";
    private static final Pattern TYPE = Pattern.compile("\"type\": \"([^\"]+)\"");

    @Test
    void each_record_in_a_package_that_is_open_to_the_sdk_is_listed() {
        List<String> open = Descriptors.ofClassPath().all().stream()
                .filter(module -> module.name().equals(EXAMPLES))
                .flatMap(module -> module.opens().stream())
                .map(ModuleDescriptor.Opens::source)
                .toList();
        List<String> records = new ClassFileImporter()
                .importPackages(EXAMPLES).stream()
                        .filter(JavaClass::isRecord)
                        .filter(type -> open.contains(type.getPackageName()))
                        .map(JavaClass::getName)
                        .toList();

        assertThat(TYPE.matcher(Page.of(LIST).text()).results().map(found -> found.group(1)))
                .isNotEmpty()
                .containsExactlyInAnyOrderElementsOf(records);
    }
}
