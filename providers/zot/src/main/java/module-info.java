/** Extensions of zot as providers of a session. */
module io.tapgateway.zot {
    requires static transitive org.jspecify;
    requires static com.google.errorprone.annotations;
    requires transitive io.tapgateway.provider;
    requires transitive io.tapgateway.programs;
    requires transitive io.tapgateway.user;
    requires transitive io.tapgateway.runtime;
    requires org.slf4j;

    exports io.tapgateway.zot;
}
