/** Agents of LangChain4j with the tools of a session: {@code SessionTools} is the bridge, to be copied as it is. */
@NullMarked
package io.tapgateway.examples.langchain4j;

import org.jspecify.annotations.NullMarked;
