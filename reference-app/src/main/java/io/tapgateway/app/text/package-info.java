/** How text is shown to people: without what a terminal might obey, and in columns. Values only. */
@NullMarked
package io.tapgateway.app.text;

import org.jspecify.annotations.NullMarked;
