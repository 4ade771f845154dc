/** Programs that are started on behalf of a session and end with it. */
module io.tapgateway.programs {
    requires static transitive org.jspecify;
    requires static com.google.errorprone.annotations;
    requires transitive io.tapgateway.protocol;
    requires io.tapgateway.runtime;
    requires org.slf4j;

    exports io.tapgateway.programs;
}
