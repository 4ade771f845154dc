package io.tapgateway.mcp.protocol;

import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;

/** What a server wants of the person of its client (M-068). Immutable. */
public sealed interface Elicitation {
    /** In the server's words. */
    String message();

    /** The same in other words. */
    Elicitation saying(String words);

    /** Calls the visitor's method for this kind. */
    <R> R accept(Visitor<R> visitor);

    /** One method per kind. */
    interface Visitor<R> {
        R onForm(Form form);

        R onLink(Link link);
    }

    /**
     * That a form is filled in.
     *
     * @param schema of the object that it gives, as sent
     */
    record Form(String message, JsonValue schema) implements Elicitation {
        @Override
        public Form saying(String words) {
            return new Form(words, schema);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onForm(this);
        }
    }

    /**
     * That an address is opened.
     *
     * @param url as sent
     */
    record Link(String message, String url) implements Elicitation {
        @Override
        public Link saying(String words) {
            return new Link(words, url);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onLink(this);
        }
    }

    /**
     * Reads the parameters of {@code elicitation/create}.
     *
     * @throws JsonFault if they are none
     */
    static Elicitation read(JsonObject params) {
        String mode = params.optional("mode", JsonReader.TEXT).orElse("form");
        String message = params.required("message", JsonReader.TEXT);
        return switch (mode) {
            case "form" -> new Form(message, params.required("requestedSchema", JsonReader.OBJECT));
            case "url" -> new Link(message, params.required("url", JsonReader.TEXT));
            default -> throw new JsonFault("/mode", "must be form or url");
        };
    }
}
