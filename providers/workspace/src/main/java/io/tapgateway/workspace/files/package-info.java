/**
 * Access to the files below some directories, and to no other.
 *
 * <p>{@link io.tapgateway.workspace.files.Roots} takes a path as an agent writes it and opens one component inside the
 * other by a {@link io.tapgateway.workspace.files.HeldDirectory}; links are read and followed there, never by the
 * system. What was checked is what is used, whatever is renamed meanwhile.
 */
@NullMarked
package io.tapgateway.workspace.files;

import org.jspecify.annotations.NullMarked;
