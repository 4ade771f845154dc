package io.tapgateway.app.docs;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Statements of a page that are in no file, in surroundings that let a compiler judge them. */
final class Sketch {
    /** What a reader supplies in thought. */
    private static final String AROUND = """
            import io.opentelemetry.api.trace.Tracer;
            import io.tapgateway.emitters.*;
            import io.tapgateway.model.*;
            import io.tapgateway.model.openai.*;
            import io.tapgateway.protocol.json.*;
            import io.tapgateway.protocol.message.Push;
            import io.tapgateway.protocol.model.ToolErrorCode;
            import io.tapgateway.provider.*;
            import io.tapgateway.provider.schema.Schema;
            import io.tapgateway.runtime.*;
            import io.tapgateway.telemetry.*;
            import io.tapgateway.transport.local.*;
            import io.tapgateway.transport.ws.*;
            import io.tapgateway.user.*;
            import java.nio.file.*;
            import java.util.*;
            import java.util.concurrent.CompletionStage;

            class Sketch {
                record Greeting(String name) {}

                Gateway gateway;
                GatewaySession session;
                SessionHost host;
                SessionInfo info;
                HostTool shell;
                Path workspace;
                JsonValue arguments;
                Tracer tracer;

                void sketch() throws Exception {
            %s
                }
            }
            """;

    private Sketch() {}

    /** What the compiler has to say against a block; nothing if it is all right. */
    static String compile(CodeBlock block, Path directory) throws IOException {
        Path source = Files.writeString(directory.resolve("Sketch.java"), AROUND.formatted(block.text()));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter complaints = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = List.of(
                    "-d",
                    directory.toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    "-proc:none",
                    "-implicit:none");
            boolean compiled = compiler.getTask(
                            complaints, files, null, options, null, files.getJavaFileObjects(source))
                    .call();
            return compiled ? "" : block + ":\n" + complaints;
        }
    }
}
