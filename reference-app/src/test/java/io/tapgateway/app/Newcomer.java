package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.protocol.json.JsonValue;
import java.util.List;
import java.util.Map;

/**
 * Somebody at a browser who does not know how its pages are made: finds things by the role and the name that the
 * browser tells a screen reader, and points at them with a mouse, which reaches only what nothing else covers. Waits
 * for what is not there yet. Confined to the test.
 *
 * @param browser with the page before it
 */
record Newcomer(Browser browser) {
    /** The middle of an element, once it has been scrolled to; null where something else is in front of it. */
    private static final String POINT = """
            function () {
              this.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
              const box = this.getBoundingClientRect();
              const at = [box.x + box.width / 2, box.y + box.height / 2];
              const hit = document.elementFromPoint(...at);
              return this.contains(hit) ? at : null;
            }""";

    /** Chooses by what an option says, as the list that a browser opens is not part of the page. */
    private static final String CHOOSE = """
            function (text) {
              const option = [...this.options].find((one) => one.text.startsWith(text));
              if (option) {
                this.value = option.value;
                this.dispatchEvent(new Event("change", { bubbles: true }));
              }
              return Boolean(option);
            }""";

    /** Follows a link. */
    void follow(String name) {
        click("link", name);
    }

    /** Presses a button. */
    void press(String name) {
        click("button", name);
    }

    /** Presses the topmost of the buttons whose names begin with that, as one does in a list. */
    void pressFirst(String name) {
        click("button", name, true);
    }

    /** Opens what only its name is shown of. */
    void open(String name) {
        click("DisclosureTriangle", name);
    }

    /** Ticks a box, or takes the tick away. */
    void tick(String name) {
        click("checkbox", name);
    }

    /** Writes into a field, in the place of what is there. */
    void fill(String role, String name, String text) {
        click(role, name);
        var unused =
                browser.command("Input.dispatchKeyEvent", Map.of("type", "keyDown", "commands", List.of("selectAll")));
        var unusedToo = browser.command("Input.insertText", Map.of("text", text));
    }

    /** Chooses what begins with that in a list. */
    void choose(String name, String option) {
        await("'" + option + "' in the list '" + name + "'")
                .atMost(RunningProgram.PATIENCE)
                .untilAsserted(() -> assertThat(call(node("combobox", name, false), CHOOSE, option))
                        .isEqualTo(JsonValue.TRUE));
    }

    /** Presses the enter key. */
    void confirm() {
        var unused = browser.command(
                "Input.dispatchKeyEvent",
                Map.of("type", "keyDown", "key", "Enter", "text", "\r", "windowsVirtualKeyCode", 13));
        var unusedToo = browser.command("Input.dispatchKeyEvent", Map.of("type", "keyUp", "key", "Enter"));
    }

    /** Reads on the page. */
    void reads(String text) {
        browser.awaitText("body", text);
    }

    private void click(String role, String name) {
        click(role, name, false);
    }

    private void click(String role, String name, boolean isFirst) {
        await("the " + role + " '" + name + "'").atMost(RunningProgram.PATIENCE).untilAsserted(() -> {
            JsonValue point = call(node(role, name, isFirst), POINT);
            assertThat(point).as("where it is").isNotEqualTo(JsonValue.NULL);
            mouse("mousePressed", point);
            mouse("mouseReleased", point);
        });
    }

    private void mouse(String type, JsonValue point) {
        List<JsonValue> at = point.elements();
        var unused = browser.command(
                "Input.dispatchMouseEvent",
                Map.of("type", type, "x", at.get(0), "y", at.get(1), "button", "left", "clickCount", 1));
    }

    /** What a function of an element returns. */
    private JsonValue call(JsonValue node, String function, String... arguments) {
        JsonValue object =
                member(browser.command("DOM.resolveNode", Map.of("backendNodeId", node)), "object", "objectId");
        List<Map<String, String>> values =
                List.of(arguments).stream().map(it -> Map.of("value", it)).toList();
        JsonValue returned = browser.command(
                "Runtime.callFunctionOn",
                Map.of(
                        "objectId",
                        object,
                        "functionDeclaration",
                        function,
                        "arguments",
                        values,
                        "returnByValue",
                        true));
        return member(returned, "result", "value");
    }

    /** The one element of that role and name, or the first of them. */
    private JsonValue node(String role, String name, boolean isFirst) {
        JsonValue document = member(browser.command("DOM.getDocument", Map.of("depth", 0)), "root", "nodeId");
        List<JsonValue> found = member(
                        browser.command("Accessibility.queryAXTree", Map.of("nodeId", document, "role", role)), "nodes")
                .elements()
                .stream()
                .filter(it -> isCalled(name, it))
                .toList();
        assertThat(found).as(role + " of the name '" + name + "'").isNotEmpty();
        assertThat(isFirst || found.size() == 1)
                .as(found.size() + " of the role " + role + " have the name '" + name + "'")
                .isTrue();
        return member(found.get(0), "backendDOMNodeId");
    }

    /** Behind the name may stand how many there are, or the key that does the same. */
    private static boolean isCalled(String name, JsonValue node) {
        String full = node.get("name")
                .flatMap(it -> it.get("value"))
                .map(JsonValue::asString)
                .orElse("")
                .strip();
        return full.equals(name) || full.startsWith(name + " ");
    }

    private static JsonValue member(JsonValue value, String... path) {
        JsonValue found = value;
        for (String name : path) {
            found = found.get(name).orElse(JsonValue.NULL);
        }
        return found;
    }
}
