/**
 * Forms that a question may ask to be filled in: {@link io.tapgateway.user.form.FlatSchema} says which fields there
 * are, and whether an object is an answer. All of it is immutable and knows of no person.
 */
@NullMarked
package io.tapgateway.user.form;

import org.jspecify.annotations.NullMarked;
