package io.tapgateway.workspace;

import io.tapgateway.protocol.json.Characters;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.provider.ProviderBuilder;
import io.tapgateway.provider.ToolFailure;
import io.tapgateway.provider.ToolHandler;
import io.tapgateway.provider.ToolInvocation;
import io.tapgateway.provider.hook.GateDecision;
import io.tapgateway.provider.schema.InvalidArguments;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.provider.schema.ToolArguments;
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
    private final ToolApprovals approvals;
    private final SeenFiles seen = new SeenFiles();

    /** One change at a time: what was compared is what is replaced (F-017). */
    private final ReentrantLock changing = new ReentrantLock();

    FileTools(Roots roots, Changes changes, ToolApprovals approvals) {
        this.roots = roots;
        this.changes = changes;
        this.approvals = approvals;
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
                        changing(this::planWrite, Located::write))
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
                        changing(this::planEdit, Located::write))
                .tool(
                        PATCH,
                        "Changes a file by a unified diff of it, whose old lines stand there exactly. Read the file first.",
                        Schema.object().optional(PathArgument.NAME, PATH).required(DIFF, Schema.string()),
                        changing(this::planPatch, Located::write))
                .approval(READ, this::ofReading)
                .approval(WRITE, args -> approvals.ofChange(args, this::planWrite))
                .approval(EDIT, args -> approvals.ofChange(args, this::planEdit))
                .approval(PATCH, args -> approvals.ofChange(args, this::planPatch));
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
                        changing(FileTools::planCreate, Located::create))
                .tool(
                        EDIT_FILE,
                        "Replaces a file by its whole new content, or changes it by a unified diff. Read the file first.",
                        Schema.object()
                                .optional(PathArgument.NAME, PATH)
                                .optional(CONTENT, Schema.string().describedAs("the entire new file"))
                                .optional(DIFF, Schema.string().describedAs("or a unified diff of it")),
                        changing(this::planEditFile, Located::write))
                .approval(READ_FILES, this::ofReading)
                .approval(CREATE_FILE, args -> approvals.ofChange(args, FileTools::planCreate))
                .approval(EDIT_FILE, args -> approvals.ofChange(args, this::planEditFile));
    }

    private Object read(ToolInvocation call) throws IOException {
        int offset = bounded(call, "offset", 1, Integer.MAX_VALUE, 1);
        int limit = bounded(call, "limit", 1, WorkspaceLimits.READ_MOST_LINES, WorkspaceLimits.READ_LINES);
        try (Located file = roots.locate(PathArgument.required(call.args()))) {
            approvals.requireReadable(call, file);
            byte[] bytes = file.read(WorkspaceLimits.READ_FILE_BYTES);
            Optional<TextContent> content = TextContent.of(bytes);
            if (content.isEmpty()) {
                return "(" + file.shown() + " is no text; it has " + bytes.length + " bytes.)\n";
            }
            seen.saw(file, bytes);
            return LineWindow.of(content.get().text(), offset, limit);
        }
    }

    private FileChange.Planned planWrite(ToolArguments args, Located file) throws IOException {
        String content = content(args);
        return file.exists()
                ? FileChange.Planned.whole(old(file, WorkspaceLimits.READ_FILE_BYTES), content)
                : FileChange.Planned.fresh(content);
    }

    private static FileChange.Planned planCreate(ToolArguments args, Located file) {
        if (file.exists()) {
            throw file.existsAlready();
        }
        return FileChange.Planned.fresh(content(args));
    }

    private FileChange.Planned planEditFile(ToolArguments args, Located file) throws IOException {
        boolean whole = args.arg(CONTENT).isPresent();
        if (whole == args.arg(DIFF).isPresent()) {
            throw InvalidArguments.at("/" + CONTENT, "is needed, or a diff; not both");
        }
        return whole
                ? FileChange.Planned.whole(old(file, WorkspaceLimits.READ_FILE_BYTES), content(args))
                : planPatch(args, file);
    }

    private FileChange.Planned planPatch(ToolArguments args, Located file) throws IOException {
        String diff = args.stringArg(DIFF);
        FileChange.Planned.Old old = old(file, WorkspaceLimits.EDIT_FILE_BYTES);
        try {
            UnifiedDiff read = UnifiedDiff.read(diff, file.shown());
            return FileChange.Planned.part(old, read.apply(old.content()), "hunks", read.hunks());
        } catch (UnifiedDiff.Unfit e) {
            throw new ToolFailure(ToolErrorCode.INVALID_ARGUMENTS, e.sentence());
        }
    }

    private FileChange.Planned planEdit(ToolArguments args, Located file) throws IOException {
        String oldText = args.stringArg("oldText");
        String newText = args.stringArg("newText");
        boolean all = args.arg("replaceAll").isPresent() && args.booleanArg("replaceAll");
        if (oldText.isEmpty()) {
            throw InvalidArguments.at("/oldText", "must not be empty");
        }
        FileChange.Planned.Old old = old(file, WorkspaceLimits.EDIT_FILE_BYTES);
        Replacement replacement = Replacement.in(old.content(), oldText, newText, all);
        String after = replacement
                .text()
                .orElseThrow(() -> new ToolFailure(ToolErrorCode.INVALID_ARGUMENTS, replacement.problem()));
        return FileChange.Planned.part(old, after, "replaced", replacement.places());
    }

    private static String content(ToolArguments args) {
        String content = args.stringArg(CONTENT);
        if (content.length() > WorkspaceLimits.WRITE_CHARACTERS) {
            throw InvalidArguments.at(
                    "/" + CONTENT, "must have at most " + WorkspaceLimits.WRITE_CHARACTERS + " characters");
        }
        return content;
    }

    /** What is in a file that this session knows, and that can be changed (F-016). */
    private FileChange.Planned.Old old(Located file, long most) throws IOException {
        byte[] bytes = file.read(most);
        seen.require(file, bytes);
        return new FileChange.Planned.Old(bytes, exact(file, bytes));
    }

    private GateDecision ofReading(ToolArguments args) throws IOException {
        List<String> paths = args.arg(FILES)
                .map(PathArgument::list)
                .orElseGet(() -> PathArgument.optional(args.args()).stream().toList());
        return approvals.ofReading(paths);
    }

    private Object readFiles(ToolInvocation call) throws IOException {
        List<String> wanted = call.arg(FILES).map(PathArgument::list).orElse(List.of());
        if (wanted.isEmpty() || wanted.size() > WorkspaceLimits.READ_FILES) {
            throw InvalidArguments.at("/" + FILES, "must be a list of 1 to " + WorkspaceLimits.READ_FILES + " paths");
        }
        List<Map<String, Object>> answers = new ArrayList<>();
        int left = WorkspaceLimits.READ_FILES_CHARACTERS;
        for (String path : wanted) {
            Map<String, Object> answer =
                    readOne(call, path, Math.min(left, WorkspaceLimits.READ_FILES_EACH_CHARACTERS));
            left -= String.valueOf(answer.getOrDefault(CONTENT, "")).length();
            answers.add(answer);
        }
        return Map.of(FILES, answers);
    }

    /** What is wrong with one of them is told of that one. */
    private Map<String, Object> readOne(ToolInvocation call, String path, int most) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put(PathArgument.NAME, path);
        try (Located file = roots.locate(path)) {
            approvals.requireReadable(call, file);
            byte[] bytes = file.read(WorkspaceLimits.READ_FILE_BYTES);
            Optional<TextContent> content = TextContent.of(bytes);
            if (content.isEmpty()) {
                answer.put("error", "It is no text; it has " + bytes.length + " bytes.");
                return answer;
            }
            seen.saw(file, bytes);
            String text = content.get().text();
            String shown = Characters.beginning(text, most);
            answer.put(CONTENT, shown);
            if (shown.length() < text.length()) {
                answer.put("left", text.length() - shown.length());
            }
        } catch (ToolFailure e) {
            answer.put("error", String.valueOf(e.getMessage()));
        } catch (IOException e) {
            LOG.debug("A file is not read", e);
            answer.put("error", "The system refuses to read it.");
        }
        return answer;
    }

    /** How a file gets its new bytes. */
    @FunctionalInterface
    private interface Put {
        void put(Located file, byte[] bytes) throws IOException;
    }

    /** A tool that changes a file: one change at a time, when checkpoints let it, and as it was approved. */
    private ToolHandler changing(FileChange change, Put put) {
        return answering(call -> {
            changes.begin(call);
            changing.lock();
            try (Located file = roots.locateToWrite(PathArgument.required(call.args()))) {
                FileChange.Planned planned = change.plan(call, file);
                approvals.requireChange(call, file, planned);
                put.put(file, planned.after());
                seen.saw(file, planned.after());
                return answer(file, planned.done(), planned.number());
            } finally {
                changing.unlock();
                changes.end();
            }
        });
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
    static int bounded(ToolArguments call, String name, int least, int most, int otherwise) {
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
