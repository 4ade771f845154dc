package io.tapgateway.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.agents.HookEvent.Origin;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class HookAgentTest {
    private static final Origin ORIGIN = new Origin("c1", Optional.of(Path.of("/code/shop")));
    private static final HookEvent.ToolUsed.End SUCCESS = HookEvent.ToolUsed.End.SUCCESS;
    private static final HookEvent.ToolUsed.End FAILURE = HookEvent.ToolUsed.End.FAILURE;
    private static final HookAnswer DENY = new HookAnswer.Deny("No");

    @ParameterizedTest
    @EnumSource(names = {"CLAUDE", "CODEX", "QWEN", "OPENCODE"})
    void G020_the_use_of_a_tool_is_read_as_claude_code_and_its_likes_write_it(HookAgent agent) throws Exception {
        HookEvent event = agent.read(
                named(
                        "PreToolUse",
                        "'prompt_id':'p1','permission_mode':'default','tool_name':'Bash','tool_input':{'command':'ls'},'tool_use_id':'t1'"));

        assertThat(event)
                .isEqualTo(new HookEvent.ToolWanted(ORIGIN, Optional.of("t1"), "Bash", json("{'command':'ls'}")));
        assertThat(agent.write(event, says(DENY)))
                .isEqualTo("{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\","
                        + "\"permissionDecision\":\"deny\",\"permissionDecisionReason\":\"No\"}}");
    }

    @Test
    void G020_the_use_of_a_tool_is_read_as_gemini_writes_it() throws Exception {
        HookEvent event = HookAgent.GEMINI.read(
                named("BeforeTool", "'tool_name':'run_shell_command','tool_input':{'command':'ls'}"));

        assertThat(event)
                .isEqualTo(new HookEvent.ToolWanted(
                        ORIGIN, Optional.empty(), "run_shell_command", json("{'command':'ls'}")));
        assertThat(HookAgent.GEMINI.write(event, says(DENY))).isEqualTo("{\"decision\":\"deny\",\"reason\":\"No\"}");
        assertThat(HookAgent.GEMINI.write(event, says(new HookAnswer.Context("Look"))))
                .isEqualTo(
                        "{\"hookSpecificOutput\":{\"hookEventName\":\"BeforeTool\",\"additionalContext\":\"Look\"}}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'command':'ls'}", "'{\\\"command\\\":\\\"ls\\\"}'"})
    void G020_the_use_of_a_tool_is_read_as_copilot_writes_it(String args) throws Exception {
        HookEvent event = HookAgent.COPILOT.read(
                ("{'sessionId':'c1','timestamp':1,'cwd':'/code/shop','toolName':'bash','toolArgs':" + args + "}")
                        .replace('\'', '"'));

        assertThat(event)
                .isEqualTo(new HookEvent.ToolWanted(ORIGIN, Optional.empty(), "bash", json("{'command':'ls'}")));
        assertThat(HookAgent.COPILOT.write(event, says(DENY)))
                .isEqualTo("{\"permissionDecision\":\"deny\",\"permissionDecisionReason\":\"No\"}");
        assertThat(HookAgent.COPILOT.write(event, says(new HookAnswer.Context("Look"))))
                .isEqualTo("{\"additionalContext\":\"Look\"}");
    }

    @Test
    void G020_other_events_of_copilot_are_known_by_what_they_have() throws Exception {
        assertThat(copilot("'toolName':'bash','toolArgs':{},'toolResult':{}"))
                .isEqualTo(new HookEvent.ToolUsed(ORIGIN, "bash", SUCCESS, OptionalLong.empty()));
        assertThat(copilot("'toolName':'bash','toolArgs':{},'error':{}"))
                .isEqualTo(new HookEvent.ToolUsed(ORIGIN, "bash", FAILURE, OptionalLong.empty()));
        assertThat(copilot("'prompt':'Hi'")).isEqualTo(new HookEvent.Prompted(ORIGIN, Optional.empty(), "Hi"));
        assertThat(copilot("'stopReason':'end_turn'")).isEqualTo(new HookEvent.TurnEnded(ORIGIN, false));
        assertThat(copilot("'stopReason':'end_turn','stop_hook_active':true"))
                .isEqualTo(new HookEvent.TurnEnded(ORIGIN, true));
        assertThat(copilot("'source':'new'")).isEqualTo(new HookEvent.Began(ORIGIN));
        assertThat(copilot("'reason':'complete'")).isEqualTo(new HookEvent.Ended(ORIGIN));
        assertThat(copilot("'more':1")).isEqualTo(new HookEvent.Other(ORIGIN));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'sessionId':'c1','hookEventName':'PreToolUse'",
                "'session_id':'c1','hook_event_name':'PreToolUse'"
            })
    void G020_the_use_of_a_tool_is_read_as_vs_code_writes_it_to_a_hook_of_copilot(String names) throws Exception {
        String text = ("{'timestamp':'2026-02-09T10:30:00.000Z','cwd':'/code/shop'," + names
                        + ",'tool_name':'editFiles','tool_input':{'files':['a.ts']},'tool_use_id':'t1'}")
                .replace('\'', '"');
        HookAgent writer = HookAgent.COPILOT.writer(text);
        HookEvent event = writer.read(text);

        assertThat(event)
                .isEqualTo(
                        new HookEvent.ToolWanted(ORIGIN, Optional.of("t1"), "editFiles", json("{'files':['a.ts']}")));
        assertThat(writer.write(event, says(DENY)))
                .isEqualTo("{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\","
                        + "\"permissionDecision\":\"deny\",\"permissionDecisionReason\":\"No\"}}");
    }

    @Test
    void G020_what_copilot_says_itself_is_its_own_whatever_stands_in_it() {
        assertThat(HookAgent.COPILOT.writer(
                        "{\"sessionId\":\"c1\",\"toolName\":\"bash\",\"toolArgs\":{\"hookEventName\":\"Stop\"}}"))
                .isEqualTo(HookAgent.COPILOT);
        assertThat(HookAgent.COPILOT.writer("no JSON")).isEqualTo(HookAgent.COPILOT);
        assertThat(HookAgent.CLAUDE.writer("{\"hookEventName\":\"Stop\"}")).isEqualTo(HookAgent.CLAUDE);
    }

    @Test
    void G020_other_events_are_known_by_their_names() throws Exception {
        assertThat(claude("PostToolUse", "'tool_name':'Read','duration_ms':7"))
                .isEqualTo(new HookEvent.ToolUsed(ORIGIN, "Read", SUCCESS, OptionalLong.of(7)));
        assertThat(claude("PostToolUseFailure", "'tool_name':'Read'"))
                .isEqualTo(new HookEvent.ToolUsed(ORIGIN, "Read", FAILURE, OptionalLong.empty()));
        assertThat(claude("PostToolUseFailure", "'tool_name':'Read','is_interrupt':true"))
                .isEqualTo(new HookEvent.ToolUsed(
                        ORIGIN, "Read", HookEvent.ToolUsed.End.INTERRUPTED, OptionalLong.empty()));
        assertThat(claude("PostToolUseFailure", "'tool_name':'Read','is_interrupt':false"))
                .isEqualTo(new HookEvent.ToolUsed(ORIGIN, "Read", FAILURE, OptionalLong.empty()));
        assertThat(claude("Interrupt", "'turn_id':'u1'")).isEqualTo(new HookEvent.Interrupted(ORIGIN));
        assertThat(claude("UserPromptSubmit", "'prompt_id':'p1','prompt':'Hi'"))
                .isEqualTo(new HookEvent.Prompted(ORIGIN, Optional.of("p1"), "Hi"));
        assertThat(claude("UserPromptSubmit", "'turn_id':'u1','prompt':'Hi'"))
                .isEqualTo(new HookEvent.Prompted(ORIGIN, Optional.of("u1"), "Hi"));
        assertThat(claude("Stop", "'stop_hook_active':true")).isEqualTo(new HookEvent.TurnEnded(ORIGIN, true));
        assertThat(claude("Stop", "'stop_hook_active':false")).isEqualTo(new HookEvent.TurnEnded(ORIGIN, false));
        assertThat(claude("SessionStart", "'source':'startup'")).isEqualTo(new HookEvent.Began(ORIGIN));
        assertThat(claude("SessionEnd", "'reason':'other'")).isEqualTo(new HookEvent.Ended(ORIGIN));
        assertThat(claude("PreCompact", "'trigger':'auto'")).isEqualTo(new HookEvent.Other(ORIGIN));
    }

    @Test
    void G020_the_use_of_a_tool_is_read_as_cursor_writes_it() throws Exception {
        HookEvent event =
                cursor("preToolUse", "'tool_name':'Shell','tool_input':{'command':'ls'},'tool_use_id':'t1','cwd':''");

        assertThat(event)
                .isEqualTo(new HookEvent.ToolWanted(ORIGIN, Optional.of("t1"), "Shell", json("{'command':'ls'}")));
        assertThat(HookAgent.CURSOR.write(event, says(DENY)))
                .isEqualTo("{\"permission\":\"deny\",\"user_message\":\"No\",\"agent_message\":\"No\"}");
        assertThat(HookAgent.CURSOR.write(event, says(new HookAnswer.Ask("Sure?"))))
                .contains("\"permission\":\"deny\"", "Sure? This agent cannot ask its user");
        assertThat(HookAgent.CURSOR.write(event, says(new HookAnswer.Context("Look"))))
                .isEqualTo("{}");
        assertThat(HookAgent.CURSOR.ours("MCP:greet")).isEmpty();
    }

    @Test
    void G020_other_events_of_cursor_are_known_by_names_of_its_own() throws Exception {
        HookEvent used = cursor("postToolUse", "'tool_name':'Shell','tool_output':'{}','duration':728.2");

        assertThat(used).isEqualTo(new HookEvent.ToolUsed(ORIGIN, "Shell", SUCCESS, OptionalLong.empty()));
        assertThat(HookAgent.CURSOR.write(used, says(new HookAnswer.Context("Look"))))
                .isEqualTo("{\"additional_context\":\"Look\"}");
        assertThat(cursor("postToolUseFailure", "'tool_name':'Shell','failure_type':'error','is_interrupt':false"))
                .isEqualTo(new HookEvent.ToolUsed(ORIGIN, "Shell", FAILURE, OptionalLong.empty()));
        assertThat(cursor("postToolUseFailure", "'tool_name':'Shell','failure_type':'error','is_interrupt':true"))
                .isEqualTo(new HookEvent.ToolUsed(
                        ORIGIN, "Shell", HookEvent.ToolUsed.End.INTERRUPTED, OptionalLong.empty()));
        assertThat(cursor("postToolUseFailure", "'tool_name':'Shell','failure_type':'permission_denied'"))
                .isEqualTo(new HookEvent.Other(ORIGIN));
        assertThat(cursor("beforeSubmitPrompt", "'generation_id':'g1','prompt':'Hi','attachments':[]"))
                .isEqualTo(new HookEvent.Prompted(ORIGIN, Optional.of("g1"), "Hi"));
        assertThat(cursor("stop", "'status':'completed','loop_count':0"))
                .isEqualTo(new HookEvent.TurnEnded(ORIGIN, false));
        assertThat(cursor("stop", "'status':'completed','loop_count':1"))
                .isEqualTo(new HookEvent.TurnEnded(ORIGIN, true));
        assertThat(cursor("stop", "'status':'aborted','loop_count':0")).isEqualTo(new HookEvent.Interrupted(ORIGIN));
        assertThat(cursor("sessionStart", "'composer_mode':'agent'")).isEqualTo(new HookEvent.Began(ORIGIN));
        assertThat(cursor("sessionEnd", "'reason':'completed'")).isEqualTo(new HookEvent.Ended(ORIGIN));
        assertThat(cursor("preCompact", "'trigger':'auto'")).isEqualTo(new HookEvent.Other(ORIGIN));
    }

    @Test
    void G020_a_prompt_without_a_text_is_none_that_somebody_has_written() throws Exception {
        String members = "'prompt_id':'p1','prompt':''";

        assertThat(HookAgent.QWEN.read(named("UserPromptSubmit", members))).isEqualTo(new HookEvent.Other(ORIGIN));
    }

    @Test
    void G022_what_cannot_be_read_is_no_event() {
        for (String broken : new String[] {
            "",
            "[]",
            "{",
            "{\"hook_event_name\":\"PreToolUse\"}",
            "{\"session_id\":\"\",\"hook_event_name\":\"Stop\"}",
            "{\"session_id\":\"c1\",\"hook_event_name\":\"PreToolUse\"}",
            "{\"session_id\":\"" + "c".repeat(HookAgent.MAX_CONVERSATION_CHARACTERS + 1)
                    + "\",\"hook_event_name\":\"Stop\"}"
        }) {
            assertThatThrownBy(() -> HookAgent.CLAUDE.read(broken))
                    .as(broken)
                    .isInstanceOf(MalformedHook.class)
                    .hasMessageStartingWith("What claude has sent to its hook ")
                    .hasMessageEndingWith(".");
        }
    }

    @Test
    void the_longest_name_of_a_conversation_is_read() throws Exception {
        String longest = "c".repeat(HookAgent.MAX_CONVERSATION_CHARACTERS);

        HookEvent event = HookAgent.CODEX.read("{\"session_id\":\"" + longest + "\",\"hook_event_name\":\"Stop\"}");

        assertThat(event.origin().conversation()).isEqualTo(longest);
    }

    @ParameterizedTest
    @EnumSource
    void G024_to_allow_is_to_say_nothing(HookAgent agent) {
        HookEvent event = new HookEvent.ToolWanted(ORIGIN, Optional.empty(), "Bash", JsonValue.EMPTY_OBJECT);

        assertThat(agent.write(event, says(new HookAnswer.Silence()))).isEqualTo("{}");
        assertThat(agent.write(event, says(new HookAnswer.Context("Look")))).doesNotContain("allow");
    }

    @ParameterizedTest
    @EnumSource
    void G030_a_turn_that_goes_on_is_blocked_from_ending(HookAgent agent) {
        assertThat(agent.write(new HookEvent.TurnEnded(ORIGIN, false), says(new HookAnswer.GoOn("News"))))
                .isEqualTo(
                        switch (agent) {
                            case CURSOR -> "{\"followup_message\":\"News\"}";
                            case VSCODE ->
                                "{\"hookSpecificOutput\":{\"hookEventName\":\"Stop\",\"decision\":\"block\",\"reason\":\"News\"}}";
                            default -> "{\"decision\":\"block\",\"reason\":\"News\"}";
                        });
    }

    @ParameterizedTest
    @CsvSource({
        "Bash,shell",
        "bash,shell",
        "run_shell_command,shell",
        "shell,shell",
        "Write,write",
        "write_file,write",
        "create,write",
        "Edit,edit",
        "replace,edit",
        "apply_patch,edit",
        "str_replace,edit",
        "Read,read",
        "Shell,shell",
        "read_file,read",
        "WebFetch,fetch",
        "web_fetch,fetch",
        "Task,Task",
        "mcp__other__push,mcp__other__push"
    })
    void G023_gates_know_common_tools_by_one_name(String own, String asked) {
        assertThat(GateName.of(own)).isEqualTo(asked);
    }

    @Test
    void agents_are_found_by_their_words() {
        assertThat(HookAgent.of("claude")).contains(HookAgent.CLAUDE);
        assertThat(HookAgent.of("CLAUDE")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "CLAUDE | {'hookSpecificOutput':{'hookEventName':'PreToolUse','additionalContext':'Look','updatedInput':{'command':'ls -l'}}}",
                "CODEX | {'hookSpecificOutput':{'hookEventName':'PreToolUse','additionalContext':'Look','permissionDecision':'allow','updatedInput':{'command':'ls -l'}}}",
                "GEMINI | {'hookSpecificOutput':{'hookEventName':'BeforeTool','additionalContext':'Look','tool_input':{'command':'ls -l'}}}",
                "COPILOT | {'additionalContext':'Look','modifiedArgs':{'command':'ls -l'}}",
                "OPENCODE | {'hookSpecificOutput':{'hookEventName':'PreToolUse','additionalContext':'Look','updatedInput':{'command':'ls -l'}}}",
                "CURSOR | {'updated_input':{'command':'ls -l'}}"
            })
    void G024_other_arguments_are_told_in_the_words_of_each_agent(HookAgent agent, String written) {
        HookEvent event = new HookEvent.ToolWanted(ORIGIN, Optional.empty(), "Bash", json("{'command':'ls'}"));

        String told = agent.write(event, says(new HookAnswer.Changed(json("{'command':'ls -l'}"), "Look")));

        assertThat(told).isEqualTo(written.replace('\'', '"'));
    }

    @ParameterizedTest
    @EnumSource(names = "QWEN")
    void G024_an_agent_that_takes_no_other_arguments_is_told_no(HookAgent agent) {
        HookEvent event = new HookEvent.ToolWanted(ORIGIN, Optional.empty(), "Bash", json("{'command':'ls'}"));

        assertThat(agent.write(event, says(new HookAnswer.Changed(JsonValue.EMPTY_OBJECT, ""))))
                .contains("\"deny\"", "other arguments, which this agent does not do");
    }

    @Test
    void G024_gemini_takes_no_argument_away() {
        assertThat(HookAgent.GEMINI.canChange(json("{'a':1}"), json("{'a':2,'b':3}")))
                .isTrue();
        assertThat(HookAgent.GEMINI.canChange(json("{'a':1}"), json("{'b':3}"))).isFalse();
        assertThat(HookAgent.CLAUDE.canChange(json("{'a':1}"), json("{'b':3}"))).isTrue();
    }

    @Test
    void G032_lines_are_shown_where_an_agent_has_a_place_for_them() {
        HookEvent event = new HookEvent.TurnEnded(ORIGIN, false);
        HookReply reply = new HookReply(new HookAnswer.GoOn("News"), List.of("ci: green", "ci: red"));

        assertThat(HookAgent.CLAUDE.write(event, reply))
                .isEqualTo("{\"systemMessage\":\"ci: green\\nci: red\",\"decision\":\"block\",\"reason\":\"News\"}");
        assertThat(HookAgent.COPILOT.write(event, reply)).isEqualTo("{\"decision\":\"block\",\"reason\":\"News\"}");
    }

    private static HookReply says(HookAnswer answer) {
        return new HookReply(answer, List.of());
    }

    private static HookEvent claude(String event, String members) throws MalformedHook {
        return HookAgent.CLAUDE.read(named(event, members));
    }

    private static HookEvent copilot(String members) throws MalformedHook {
        return HookAgent.COPILOT.read(("{'sessionId':'c1','cwd':'/code/shop'," + members + "}").replace('\'', '"'));
    }

    private static HookEvent cursor(String event, String members) throws MalformedHook {
        return HookAgent.CURSOR.read(("{'conversation_id':'c1','workspace_roots':['/code/shop','/code/other'],"
                        + "'hook_event_name':'" + event + "'," + members + "}")
                .replace('\'', '"'));
    }

    private static String named(String event, String members) {
        return ("{'session_id':'c1','cwd':'/code/shop','hook_event_name':'" + event + "'," + members + "}")
                .replace('\'', '"');
    }

    private static JsonValue json(String text) {
        try {
            return JsonValue.parse(text.replace('\'', '"'));
        } catch (MalformedJson e) {
            throw new AssertionError(text, e);
        }
    }
}
