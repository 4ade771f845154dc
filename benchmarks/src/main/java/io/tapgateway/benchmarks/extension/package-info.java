/** What it costs that a tool is one of an extension: a program that is talked to in lines. */
@NullMarked
package io.tapgateway.benchmarks.extension;

import org.jspecify.annotations.NullMarked;
