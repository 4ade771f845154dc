/** The person at a session. */
module io.tapgateway.user {
    requires static transitive org.jspecify;
    requires static com.google.errorprone.annotations;
    requires transitive io.tapgateway.protocol;
    requires org.slf4j;

    exports io.tapgateway.user;
    exports io.tapgateway.user.command;
    exports io.tapgateway.user.form;
    exports io.tapgateway.user.panel;
    exports io.tapgateway.user.text;
}
