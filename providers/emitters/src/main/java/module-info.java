/** Background commands and timed prompts as a provider. */
module io.tapgateway.emitters {
    requires static transitive org.jspecify;
    requires static com.google.errorprone.annotations;
    requires transitive io.tapgateway.programs;
    requires transitive io.tapgateway.transport.local;
    requires org.slf4j;

    exports io.tapgateway.emitters;
    exports io.tapgateway.emitters.model;
}
