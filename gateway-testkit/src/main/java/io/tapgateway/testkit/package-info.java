/**
 * What tests of a gateway, a transport or a provider stand on: virtual time, scripted peers and the contract that every transport meets.
 */
@NullMarked
package io.tapgateway.testkit;

import org.jspecify.annotations.NullMarked;
