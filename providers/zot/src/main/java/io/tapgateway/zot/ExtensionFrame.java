package io.tapgateway.zot;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.user.Note;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What an extension says on a line. Immutable. */
sealed interface ExtensionFrame {
    /** Calls the visitor's method for this kind of frame. */
    <R> R accept(Visitor<R> visitor);

    /** One method per kind of frame; what a visitor leaves out is all the same to it. */
    interface Visitor<R> {
        R onOther();

        default R onHello(Hello frame) {
            return onOther();
        }

        default R onCommand(RegisterCommand frame) {
            return onOther();
        }

        default R onTool(RegisterTool frame) {
            return onOther();
        }

        default R onReady(Ready frame) {
            return onOther();
        }

        default R onSubscribe(Subscribe frame) {
            return onOther();
        }

        default R onResult(ToolResult frame) {
            return onOther();
        }

        default R onVerdict(Verdict frame) {
            return onOther();
        }

        default R onResponse(CommandResponse frame) {
            return onOther();
        }

        default R onNotify(Notify frame) {
            return onOther();
        }

        default R onClearNotes(ClearNotes frame) {
            return onOther();
        }

        default R onOpenPanel(OpenPanel frame) {
            return onOther();
        }

        default R onPanelRender(PanelRender frame) {
            return onOther();
        }

        default R onPanelClose(PanelClose frame) {
            return onOther();
        }

        default R onSubmit(Submit frame) {
            return onOther();
        }

        default R onUnserved(Unserved frame) {
            return onOther();
        }

        default R onFault(Fault frame) {
            return onOther();
        }
    }

    /** {@code hello}. */
    record Hello(String name, Set<String> capabilities) implements ExtensionFrame {
        public Hello {
            capabilities = Set.copyOf(capabilities);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onHello(this);
        }
    }

    /** {@code register_command}. */
    record RegisterCommand(String name, String description) implements ExtensionFrame {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onCommand(this);
        }
    }

    /**
     * {@code register_tool}.
     *
     * @param exposure to whom, in later versions; empty for an ordinary tool
     * @param interactive whether it asks its user something, in later versions
     */
    record RegisterTool(
            String name, String description, JsonValue schema, Optional<String> exposure, boolean interactive)
            implements ExtensionFrame {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onTool(this);
        }
    }

    /** {@code ready}. */
    record Ready() implements ExtensionFrame {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onReady(this);
        }
    }

    /** {@code subscribe}. */
    record Subscribe(List<String> events, List<String> intercept) implements ExtensionFrame {
        public Subscribe {
            events = List.copyOf(events);
            intercept = List.copyOf(intercept);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onSubscribe(this);
        }
    }

    /**
     * {@code tool_result}.
     *
     * @param content its blocks, as they were sent
     */
    record ToolResult(String id, List<JsonValue> content, boolean isError) implements ExtensionFrame {
        public ToolResult {
            content = List.copyOf(content);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onResult(this);
        }
    }

    /**
     * {@code event_intercept_response}.
     *
     * @param replaceText empty if nothing is replaced
     */
    record Verdict(String id, boolean block, String reason, Optional<JsonValue> modifiedArgs, String replaceText)
            implements ExtensionFrame {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onVerdict(this);
        }
    }

    /**
     * What is to be drawn in a panel.
     *
     * @param id what the extension calls the panel
     * @param title empty if the former one stays
     */
    record Drawing(String id, String title, List<String> lines, String footer) {
        public Drawing {
            lines = List.copyOf(lines);
        }
    }

    /**
     * {@code command_response}.
     *
     * @param text what the action is about, empty if nothing
     * @param panel that is to be opened; empty if none is
     * @param error empty if nothing has failed
     */
    record CommandResponse(String id, String action, String text, Optional<Drawing> panel, String error)
            implements ExtensionFrame {
        /** What is said in the stead of an extension that says nothing that could be used. */
        static CommandResponse failed(String id, String why) {
            return new CommandResponse(id, "", "", Optional.empty(), why);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onResponse(this);
        }
    }

    /** {@code notify}. */
    record Notify(Note.Level level, String message) implements ExtensionFrame {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onNotify(this);
        }
    }

    /** {@code clear_notes}. */
    record ClearNotes() implements ExtensionFrame {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onClearNotes(this);
        }
    }

    /** {@code open_panel}. */
    record OpenPanel(Drawing panel) implements ExtensionFrame {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onOpenPanel(this);
        }
    }

    /** {@code panel_render}. */
    record PanelRender(Drawing panel) implements ExtensionFrame {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onPanelRender(this);
        }
    }

    /** {@code panel_close}. */
    record PanelClose(String panelId) implements ExtensionFrame {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onPanelClose(this);
        }
    }

    /** {@code submit}. */
    record Submit(String text) implements ExtensionFrame {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onSubmit(this);
        }
    }

    /**
     * A frame that nothing is done about.
     *
     * @param isKnown whether that is because there is nothing to do, rather than because it is not understood
     */
    record Unserved(String type, boolean isKnown) implements ExtensionFrame {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onUnserved(this);
        }
    }

    /**
     * A line that is no frame, or one with members of the wrong type (Z-042, Z-043).
     *
     * @param id of the question that it was meant to answer; empty if it has none
     */
    record Fault(String reason, Optional<String> id) implements ExtensionFrame {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onFault(this);
        }
    }
}
