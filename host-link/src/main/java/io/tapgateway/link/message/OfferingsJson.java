package io.tapgateway.link.message;

import static io.tapgateway.protocol.codec.Identifiers.PROVIDER_NAME;
import static io.tapgateway.protocol.json.JsonReader.ANY;
import static io.tapgateway.protocol.json.JsonReader.object;

import io.tapgateway.protocol.codec.Words;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.model.Offerings;
import io.tapgateway.runtime.ProviderOfferings;
import java.util.List;

/** What providers offer beside tools. Stateless. */
public final class OfferingsJson {
    private OfferingsJson() {}

    /** An answer with what is offered. */
    public static JsonValue write(List<ProviderOfferings> offerings) {
        return JsonWriter.toValue(out -> out.objects("offerings", offerings, OfferingsJson::write));
    }

    /** Reads {@link #write(List)}. */
    public static List<ProviderOfferings> read(JsonValue answer) {
        return JsonObject.of(answer).list("offerings", object(OfferingsJson::read));
    }

    private static void write(JsonWriter out, ProviderOfferings offered) {
        Offerings all = offered.offerings();
        out.text("provider", offered.provider())
                .text("trust", Words.TRUST.word(offered.trust()))
                .value("resources", JsonValue.array(all.resources()))
                .value("templates", JsonValue.array(all.templates()))
                .value("prompts", JsonValue.array(all.prompts()))
                .flagIfSet("completions", all.completions())
                .flagIfSet("subscriptions", all.subscriptions());
    }

    private static ProviderOfferings read(JsonObject in) {
        return new ProviderOfferings(
                in.required("provider", PROVIDER_NAME),
                in.required("trust", Words.TRUST),
                new Offerings(
                        in.list("resources", ANY),
                        in.list("templates", ANY),
                        in.list("prompts", ANY),
                        in.isSet("completions"),
                        in.isSet("subscriptions")));
    }
}
