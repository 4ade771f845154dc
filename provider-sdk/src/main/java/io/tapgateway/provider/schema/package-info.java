/**
 * What a tool takes: a JSON Schema written by hand with {@link io.tapgateway.provider.schema.Schema}, or derived from a
 * record with {@link io.tapgateway.provider.schema.RecordType}, which also turns arguments into that record, or from
 * the parameters of a method with {@link io.tapgateway.provider.schema.ParameterList}. Records may also be results.
 *
 * <p>The derivation is small and needs no schema library: it knows the types that arguments are made of and refuses all
 * others when the tool is declared. Names are those of record components, which are always in the class file, or those
 * of parameters, which are there if the compiler was told to keep them. Everything here is immutable and thread-safe.
 */
@NullMarked
package io.tapgateway.provider.schema;

import org.jspecify.annotations.NullMarked;
