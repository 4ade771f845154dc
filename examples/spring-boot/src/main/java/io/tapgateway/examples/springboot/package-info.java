/** A Spring Boot application with an agent, whose tools are methods of its beans. The agent is imagined. */
@NullMarked
package io.tapgateway.examples.springboot;

import org.jspecify.annotations.NullMarked;
