package io.tapgateway.runtime.core.schema;

import io.tapgateway.protocol.json.JsonLimits;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.runtime.core.schema.SchemaCheck.Answer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The official JSON Schema Test Suite, held against {@link SchemaCheck}: as one file, which another library has in its
 * archive of tests. Immutable.
 */
record SchemaSuite(List<Case> cases) {
    private static final String FILE = "/test-suite-tck.json";

    /** What {@code $schema} says in the drafts whose cases are played, by what the suite calls them. */
    private static final Map<String, String> DRAFTS = Map.of(
            "2020-12", "https://json-schema.org/draft/2020-12/schema",
            "2019-09", "https://json-schema.org/draft/2019-09/schema",
            "7", "http://json-schema.org/draft-07/schema#");

    /**
     * Not checked, as the specification has it: formats and contents; and that {@code \\w} and {@code \\d} take letters
     * and digits of all scripts, which ECMA-262 says otherwise and later suites no longer ask for.
     */
    private static final List<String> LEFT_OUT = List.of("optional/format/", "optional/content", "optional/unicode");

    private static final List<String> REMOTE = List.of("//localhost:1234/", "//json-schema.org/");

    /** What became of one value. */
    enum Result {
        PASSED,
        CANNOT_TELL,
        WRONG
    }

    /**
     * One value and one schema.
     *
     * @param draft as the suite calls it: {@code 2020-12}
     * @param group the file, without its draft: {@code optional/bignum}
     * @param remote whether the schema has names that lead out of it
     */
    record Case(String draft, String group, String text, boolean remote, Result result) {
        boolean isMandatory() {
            return !group.startsWith("optional/");
        }
    }

    static SchemaSuite play() {
        List<Case> cases = new ArrayList<>();
        for (JsonValue file : file().get("suites").orElseThrow().elements()) {
            String draft = text(file, "draft");
            String name = text(file, "name");
            String group = name.substring(name.indexOf('/') + 1);
            if (DRAFTS.containsKey(draft) && LEFT_OUT.stream().noneMatch(group::startsWith)) {
                for (JsonValue part : file.get("value").orElseThrow().elements()) {
                    play(draft, group, part, cases);
                }
            }
        }
        return new SchemaSuite(List.copyOf(cases));
    }

    private static void play(String draft, String group, JsonValue part, List<Case> cases) {
        JsonValue schema = part.get("schema").orElseThrow();
        boolean remote = REMOTE.stream().anyMatch(schema.json()::contains);
        SchemaCheck check = SchemaCheck.of(in(draft, schema), Limits.standard());
        for (JsonValue test : part.get("tests").orElseThrow().elements()) {
            boolean valid = test.get("valid").orElseThrow().asBoolean();
            Answer answer = check.answer(test.get("data").orElseThrow(), () -> 0);
            String text = text(part, "description") + ": " + text(test, "description");
            cases.add(new Case(draft, group, text, remote, result(answer, valid)));
        }
    }

    private static Result result(Answer answer, boolean valid) {
        return switch (answer) {
            case FITS -> valid ? Result.PASSED : Result.WRONG;
            case MISMATCH -> valid ? Result.WRONG : Result.PASSED;
            case UNKNOWN -> Result.CANNOT_TELL;
        };
    }

    /** The schema, saying which draft it is of. */
    private static JsonValue in(String draft, JsonValue schema) {
        if (schema.get("$schema").isPresent() || schema.json().length() <= "false".length()) {
            return schema;
        }
        Map<String, JsonValue> members = new LinkedHashMap<>();
        members.put("$schema", JsonValue.of(DRAFTS.get(draft)));
        members.putAll(schema.members());
        return JsonValue.object(members);
    }

    private static String text(JsonValue object, String member) {
        return object.get(member).orElseThrow().asString();
    }

    private static JsonValue file() {
        try (InputStream in = SchemaSuite.class.getResourceAsStream(FILE)) {
            return JsonValue.parseObject(new String(in.readAllBytes(), StandardCharsets.UTF_8), JsonLimits.LINK);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (MalformedJson e) {
            throw new IllegalStateException(FILE, e);
        }
    }
}
