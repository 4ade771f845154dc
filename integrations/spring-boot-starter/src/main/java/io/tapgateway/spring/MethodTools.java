package io.tapgateway.spring;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.provider.Tool;
import io.tapgateway.provider.ToolInvocation;
import io.tapgateway.provider.schema.ParameterList;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.MethodIntrospector.MetadataLookup;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ReflectionUtils;

/**
 * The {@link TapTool} methods of beans as tools. A bean is asked for at each call, and is not destroyed before whoever
 * offers its tools. Immutable.
 */
final class MethodTools {
    private final ConfigurableListableBeanFactory beans;
    private final String offering;

    /** @param offering the name of the bean that offers the tools */
    MethodTools(ConfigurableListableBeanFactory beans, String offering) {
        this.beans = beans;
        this.offering = offering;
    }

    List<Tool> all() {
        return Arrays.stream(beans.getBeanNamesForType(Object.class))
                .filter(bean -> !ScopedProxyUtils.isScopedTarget(bean))
                .flatMap(this::toolsOf)
                .toList();
    }

    private Stream<Tool> toolsOf(String bean) {
        Class<?> type = AutoProxyUtils.determineTargetClass(beans, bean);
        if (type == null) {
            return Stream.empty();
        }
        MetadataLookup<TapTool> annotation =
                method -> AnnotatedElementUtils.findMergedAnnotation(method, TapTool.class);
        Map<Method, TapTool> methods = MethodIntrospector.selectMethods(type, annotation);
        if (!methods.isEmpty()) {
            beans.registerDependentBean(bean, offering);
        }
        return methods.entrySet().stream().map(it -> tool(bean, it.getKey(), it.getValue()));
    }

    /** @throws IllegalArgumentException if a parameter has no name, or a type without a JSON form */
    private Tool tool(String bean, Method method, TapTool tool) {
        List<Parameter> parameters = List.of(method.getParameters());
        ParameterList arguments =
                ParameterList.of(parameters.stream().filter(it -> !isCall(it)).toList());
        Method onBean = AopUtils.selectInvocableMethod(method, Objects.requireNonNull(beans.getType(bean)));
        ReflectionUtils.makeAccessible(onBean);
        String name = tool.name().isEmpty() ? method.getName() : tool.name();
        return Tool.of(name, tool.value(), arguments.schema(), call -> {
            Iterator<Object> read = arguments.read(call.args()).iterator();
            Object[] values = parameters.stream()
                    .map(it -> isCall(it) ? call : read.next())
                    .toArray();
            Object result = ReflectionUtils.invokeMethod(onBean, beans.getBean(bean), values);
            return result == null ? JsonValue.NULL : result;
        });
    }

    private static boolean isCall(Parameter parameter) {
        return parameter.getType() == ToolInvocation.class;
    }
}
