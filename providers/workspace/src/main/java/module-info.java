/** A directory of files, and commands in it, as a provider. */
// RE2/J describes no module.
@SuppressWarnings("requires-automatic")
module io.tapgateway.workspace {
    requires static transitive org.jspecify;
    requires static com.google.errorprone.annotations;
    requires transitive io.tapgateway.transport.local;
    requires io.tapgateway.programs;
    requires re2j;
    requires org.slf4j;

    exports io.tapgateway.workspace;
    exports io.tapgateway.workspace.checkpoint;
    exports io.tapgateway.workspace.limits;
}
