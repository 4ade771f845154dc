/** Session hosts in other processes. */
module io.tapgateway.link {
    requires static transitive org.jspecify;
    requires static com.google.errorprone.annotations;
    requires transitive io.tapgateway.runtime;
    requires transitive io.tapgateway.user;
    requires java.net.http;
    requires org.slf4j;

    exports io.tapgateway.link;
}
