/**
 * A gateway in a Spring Boot application: {@link io.tapgateway.spring.GatewayAutoConfiguration} makes it a bean that
 * lives as long as the application's context, with settings below {@code tap.gateway}. {@link
 * io.tapgateway.spring.TapTool} methods of beans are tools of all its sessions.
 */
@NullMarked
package io.tapgateway.spring;

import org.jspecify.annotations.NullMarked;
