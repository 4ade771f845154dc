package io.tapgateway.workspace;

import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.provider.ProviderBuilder;
import io.tapgateway.provider.ToolFailure;
import io.tapgateway.provider.ToolHandler;
import io.tapgateway.provider.ToolInvocation;
import io.tapgateway.provider.schema.InvalidArguments;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.workspace.files.Located;
import io.tapgateway.workspace.files.Roots;
import io.tapgateway.workspace.limits.WorkspaceLimits;
import io.tapgateway.workspace.model.LineWindow;
import io.tapgateway.workspace.model.Replacement;
import io.tapgateway.workspace.model.TextContent;
import io.tapgateway.workspace.model.UnifiedDiff;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The tools that read a file, write it and change it. Thread-safe; handlers run on the provider's executor. */
final class FileTools {
    static final String READ = "read";
    static final String WRITE = "write";
    static final String EDIT = "edit";
    static final String PATCH = "patch";
    static final String READ_FILES = "readFiles";
    static final String CREATE_FILE = "createFile";
    static final String EDIT_FILE = "editFile";

    /** The argument of {@link #READ_FILES}. */
    static final String FILES = "files";

    private static final String CONTENT = "content";
    private static final String DIFF = "diff";

    private static final Logger LOG = LoggerFactory.getLogger(FileTools.class);
    private static final Schema PATH =
            Schema.string().describedAs("needed; from the working directory on, or absolute");

    private final Roots roots;
    private final Changes changes;
    private final SeenFiles seen = new SeenFiles();

    /** One change at a time: what was compared is what is replaced (F-017). */
    private final ReentrantLock changing = new ReentrantLock();

    FileTools(Roots roots, Changes changes) {
        this.roots = roots;
        this.changes = changes;
    }

    void addTo(ProviderBuilder provider) {
        provider.tool(
                        READ,
                        "Reads a file: its lines, each with its number and a tab before it.",
                        Schema.object()
                                .optional(PathArgument.NAME, PATH)
                                .optional("offset", Schema.integer().describedAs("the number of the first line; 1"))
                                .optional(
                                        "limit",
                                        Schema.integer().describedAs("how many lines; " + WorkspaceLimits.READ_LINES)),
                        answering(this::read))
                .tool(
                        WRITE,
                        "Writes a whole file, and the directories on the way to it. Read a file that is there first.",
                        Schema.object().optional(PathArgument.NAME, PATH).required(CONTENT, Schema.string()),
                        changing(this::write))
                .tool(
                        EDIT,
                        "Replaces a text in a file, which stands there once, exactly as given. Read the file first.",
                        Schema.object()
                                .optional(PathArgument.NAME, PATH)
                                .required("oldText", Schema.string())
                                .required("newText", Schema.string())
                                .optional(
                                        "replaceAll",
                                        Schema.bool().describedAs("wherever it stands; false unless said otherwise")),
                        changing(this::edit))
                .tool(
                        PATCH,
                        "Changes a file by a unified diff of it, whose old lines stand there exactly. Read the file first.",
                        Schema.object().optional(PathArgument.NAME, PATH).required(DIFF, Schema.string()),
                        changing(this::patch));
    }

    void addAnywhereTo(ProviderBuilder provider) {
        provider.tool(
                        READ_FILES,
                        "Reads files: the whole text of each, as far as there is room.",
                        Schema.object().required(FILES, Schema.array(Schema.string())),
                        answering(this::readFiles))
                .tool(
                        CREATE_FILE,
                        "Makes a file that is not there yet, and the directories on the way to it.",
                        Schema.object().optional(PathArgument.NAME, PATH).required(CONTENT, Schema.string()),
                        changing(this::createFile))
                .tool(
                        EDIT_FILE,
                        "Replaces a file by its whole new content, or changes it by a unified diff. Read the file first.",
                        Schema.object()
                                .optional(PathArgument.NAME, PATH)
                                .optional(CONTENT, Schema.string().describedAs("the entire new file"))
                                .optional(DIFF, Schema.string().describedAs("or a unified diff of it")),
                        changing(this::editFile));
    }

    private Object read(ToolInvocation call) throws IOException {
        int offset = bounded(call, "offset", 1, Integer.MAX_VALUE, 1);
        int limit = bounded(call, "limit", 1, WorkspaceLimits.READ_MOST_LINES, WorkspaceLimits.READ_LINES);
        try (Located file = roots.locate(PathArgument.required(call.args()))) {
            byte[] bytes = file.read(WorkspaceLimits.READ_FILE_BYTES);
            Optional<TextContent> content = TextContent.of(bytes);
            if (content.isEmpty()) {
                return "(" + file.shown() + " is no text; it has " + bytes.length + " bytes.)\n";
            }
            seen.saw(file, bytes);
            return LineWindow.of(content.get().text(), offset, limit);
        }
    }

    private Object write(ToolInvocation call) throws IOException {
        String content = content(call);
        try (Located file = roots.locateToWrite(PathArgument.required(call.args()))) {
            byte[] bytes = file.exists() ? inFormOf(file, content) : TextContent.fresh(content);
            boolean isNew = !file.exists();
            put(file, bytes);
            return answer(file, isNew ? "created" : "written", bytes.length);
        }
    }

    private static String content(ToolInvocation call) {
        String content = call.stringArg(CONTENT);
        if (content.length() > WorkspaceLimits.WRITE_CHARACTERS) {
            throw InvalidArguments.at(
                    "/" + CONTENT, "must have at most " + WorkspaceLimits.WRITE_CHARACTERS + " characters");
        }
        return content;
    }

    private Object createFile(ToolInvocation call) throws IOException {
        byte[] bytes = TextContent.fresh(content(call));
        try (Located file = roots.locateToWrite(PathArgument.required(call.args()))) {
            file.create(bytes);
            seen.saw(file, bytes);
            return answer(file, "created", bytes.length);
        }
    }

    private Object editFile(ToolInvocation call) throws IOException {
        boolean whole = call.arg(CONTENT).isPresent();
        if (whole == call.arg(DIFF).isPresent()) {
            throw InvalidArguments.at("/" + CONTENT, "is needed, or a diff; not both");
        }
        if (!whole) {
            return patch(call);
        }
        String content = content(call);
        try (Located file = roots.locateToWrite(PathArgument.required(call.args()))) {
            byte[] bytes = inFormOf(file, content);
            put(file, bytes);
            return answer(file, "written", bytes.length);
        }
    }

    private Object patch(ToolInvocation call) throws IOException {
        String diff = call.stringArg(DIFF);
        try (Located file = roots.locateToWrite(PathArgument.required(call.args()))) {
            byte[] old = file.read(WorkspaceLimits.EDIT_FILE_BYTES);
            seen.require(file, old);
            TextContent before = exact(file, old);
            UnifiedDiff read = UnifiedDiff.read(diff, file.shown());
            put(file, before.written(read.apply(before)));
            return answer(file, "hunks", read.hunks());
        } catch (UnifiedDiff.Unfit e) {
            throw new ToolFailure(ToolErrorCode.INVALID_ARGUMENTS, e.sentence());
        }
    }

    private Object readFiles(ToolInvocation call) throws IOException {
        List<String> wanted = call.arg(FILES).map(PathArgument::list).orElse(List.of());
        if (wanted.isEmpty() || wanted.size() > WorkspaceLimits.READ_FILES) {
            throw InvalidArguments.at("/" + FILES, "must be a list of 1 to " + WorkspaceLimits.READ_FILES + " paths");
        }
        List<Map<String, Object>> answers = new ArrayList<>();
        int left = WorkspaceLimits.READ_FILES_CHARACTERS;
        for (String path : wanted) {
            Map<String, Object> answer = readOne(path, Math.min(left, WorkspaceLimits.READ_FILES_EACH_CHARACTERS));
            left -= String.valueOf(answer.getOrDefault(CONTENT, "")).length();
            answers.add(answer);
        }
        return Map.of(FILES, answers);
    }

    /** What is wrong with one of them is told of that one. */
    private Map<String, Object> readOne(String path, int most) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put(PathArgument.NAME, path);
        try (Located file = roots.locate(path)) {
            byte[] bytes = file.read(WorkspaceLimits.READ_FILE_BYTES);
            Optional<TextContent> content = TextContent.of(bytes);
            if (content.isEmpty()) {
                answer.put("error", "It is no text; it has " + bytes.length + " bytes.");
                return answer;
            }
            seen.saw(file, bytes);
            String text = content.get().text();
            answer.put(CONTENT, text.substring(0, Math.min(text.length(), most)));
            if (text.length() > most) {
                answer.put("left", text.length() - most);
            }
        } catch (ToolFailure e) {
            answer.put("error", String.valueOf(e.getMessage()));
        } catch (IOException e) {
            LOG.debug("A file is not read", e);
            answer.put("error", "The system refuses to read it.");
        }
        return answer;
    }

    private byte[] inFormOf(Located file, String content) throws IOException {
        byte[] old = file.read(WorkspaceLimits.READ_FILE_BYTES);
        seen.require(file, old);
        TextContent before = exact(file, old);
        return before.written(before.withLineEnds(content));
    }

    private Object edit(ToolInvocation call) throws IOException {
        String oldText = call.stringArg("oldText");
        String newText = call.stringArg("newText");
        boolean all = call.arg("replaceAll").isPresent() && call.booleanArg("replaceAll");
        if (oldText.isEmpty()) {
            throw InvalidArguments.at("/oldText", "must not be empty");
        }
        try (Located file = roots.locateToWrite(PathArgument.required(call.args()))) {
            byte[] old = file.read(WorkspaceLimits.EDIT_FILE_BYTES);
            seen.require(file, old);
            TextContent before = exact(file, old);
            Replacement replacement = Replacement.in(before, oldText, newText, all);
            String after = replacement
                    .text()
                    .orElseThrow(() -> new ToolFailure(ToolErrorCode.INVALID_ARGUMENTS, replacement.problem()));
            put(file, before.written(after));
            return answer(file, "replaced", replacement.places());
        }
    }

    /** A tool that changes a file: one change at a time, when checkpoints let it. */
    private ToolHandler changing(FileWork work) {
        return answering(call -> {
            changes.begin(call);
            changing.lock();
            try {
                return work.answer(call);
            } finally {
                changing.unlock();
                changes.end();
            }
        });
    }

    private void put(Located file, byte[] bytes) throws IOException {
        file.write(bytes);
        seen.saw(file, bytes);
    }

    private static TextContent exact(Located file, byte[] bytes) {
        return TextContent.of(bytes)
                .filter(TextContent::isExact)
                .orElseThrow(() -> new ToolFailure(
                        ToolErrorCode.INVALID_ARGUMENTS,
                        "'" + file.shown() + "' is no text in UTF-8 or UTF-16; it is not changed."));
    }

    private static Map<String, Object> answer(Located file, String what, int number) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("path", file.shown());
        answer.put(what, number);
        return answer;
    }

    /** The number in an argument. */
    static int bounded(ToolInvocation call, String name, int least, int most, int otherwise) {
        if (call.arg(name).isEmpty()) {
            return otherwise;
        }
        long number = call.longArg(name);
        if (number < least || number > most) {
            throw InvalidArguments.at("/" + name, "must be between " + least + " and " + most);
        }
        return (int) number;
    }

    /** What a tool does with files; what the system has against it is told in our words. */
    @FunctionalInterface
    interface FileWork {
        Object answer(ToolInvocation call) throws IOException;
    }

    static ToolHandler answering(FileWork work) {
        return call -> {
            try {
                return work.answer(call);
            } catch (IOException e) {
                LOG.debug("A tool of the workspace fails", e);
                throw new ToolFailure(
                        ToolErrorCode.INTERNAL,
                        "The system refuses this: the file is not ours to read or write, the disk is full, or"
                                + " something was put in its place meanwhile.");
            }
        };
    }
}
