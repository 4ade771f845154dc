/**
 * Models behind an endpoint that speaks OpenAI's {@code /chat/completions}, through LangChain4j.
 *
 * <p>{@link io.tapgateway.model.openai.OpenAiModel} translates a question into LangChain4j's terms and an answer back;
 * all bytes go through {@link io.tapgateway.model.openai.BoundedHttp}, which knows a deadline and a greatest length.
 */
@NullMarked
package io.tapgateway.model.openai;

import org.jspecify.annotations.NullMarked;
