/** What the operating system can tell about the processes on this machine; best effort, for messages to people. */
@NullMarked
package io.tapgateway.runtime.system;

import org.jspecify.annotations.NullMarked;
