/**
 * Write a provider once and run it over any transport: what it offers is declared here, how it connects is a transport's business.
 */
@NullMarked
package io.tapgateway.provider;

import org.jspecify.annotations.NullMarked;
