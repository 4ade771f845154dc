package io.tapgateway.app.mcp;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;

/** The forms that the suite wants its servers to show. Stateless. */
final class SuiteForms {
    private static final String PERSON = """
            {"type":"object","properties":{
              "username":{"type":"string","description":"User's response"},
              "email":{"type":"string","description":"User's email address"}},
             "required":["username","email"]}""";

    private static final String DEFAULTS = """
            {"type":"object","properties":{
              "name":{"type":"string","default":"John Doe"},
              "age":{"type":"integer","default":30},
              "score":{"type":"number","default":95.5},
              "status":{"type":"string","enum":["active","inactive","pending"],"default":"active"},
              "verified":{"type":"boolean","default":true}}}""";

    private static final String CHOICES = """
            {"type":"object","properties":{
              "untitledSingle":{"type":"string","enum":["option1","option2","option3"]},
              "titledSingle":{"type":"string","oneOf":[
                {"const":"value1","title":"First Option"},{"const":"value2","title":"Second Option"}]},
              "legacyEnum":{"type":"string","enum":["opt1","opt2"],"enumNames":["Option One","Option Two"]},
              "untitledMulti":{"type":"array","items":{"type":"string","enum":["option1","option2","option3"]}},
              "titledMulti":{"type":"array","items":{"anyOf":[
                {"const":"value1","title":"First Choice"},{"const":"value2","title":"Second Choice"}]}}}}""";

    /** Of those who ask before they answer, and take whatever is said. */
    private static final String ANYTHING = """
            {"type":"object","properties":{
              "name":{"type":"string"},"color":{"type":"string"},"context":{"type":"string"},"ok":{"type":"boolean"}}}""";

    private SuiteForms() {}

    /** The form of that tool, on one line. */
    static JsonValue of(String tool) {
        String form = switch (tool) {
            case "test_elicitation_sep1034_defaults" -> DEFAULTS;
            case "test_elicitation_sep1330_enums" -> CHOICES;
            default -> tool.startsWith("test_input_required") ? ANYTHING : PERSON;
        };
        try {
            return JsonValue.parse(form.replace("\n", ""));
        } catch (MalformedJson e) {
            throw new IllegalStateException("a form of the suite is no JSON", e);
        }
    }
}
