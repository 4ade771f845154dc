/**
 * What the project says in words, held against what it cites: {@link io.tapgateway.protocol.RulingsTest} reads the
 * documents and every source of the repository through {@link io.tapgateway.protocol.Repository}.
 */
@NullMarked
package io.tapgateway.protocol;

import org.jspecify.annotations.NullMarked;
