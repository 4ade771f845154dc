/**
 * Prompts: the host's sections, transformed by the session's providers, and what these have to say besides.
 *
 * <p>{@code PromptDesk} takes a prompt in and asks callbacks; {@code SectionComposer} puts a section together; {@code
 * ContextShelf} collects ambient and startup context. Confined to the gateway's loop. Internal to the runtime.
 */
@NullMarked
package io.tapgateway.runtime.core.prompt;

import org.jspecify.annotations.NullMarked;
