package io.tapgateway.app;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What a class shows to others: the types in its visible signatures. */
final class Shown {
    private Shown() {}

    /** The types in sight of whoever sees the class; none if nobody outside of its package does. */
    static Stream<JavaClass> by(JavaClass type) {
        if (!isVisible(type)) {
            return Stream.empty();
        }
        Stream<JavaType> parents = Stream.concat(type.getSuperclass().stream(), type.getInterfaces().stream());
        Stream<JavaMember> members = type.getMembers().stream().filter(member -> isVisible(member.getModifiers()));
        return Stream.concat(
                        parents.flatMap(parent -> parent.getAllInvolvedRawTypes().stream()), members.flatMap(Shown::by))
                .map(JavaClass::getBaseComponentType)
                .distinct();
    }

    static boolean isVisible(JavaClass type) {
        Optional<JavaClass> outer = type.getEnclosingClass();
        return isVisible(type.getModifiers()) && (outer.isEmpty() || isVisible(outer.get()));
    }

    private static Stream<JavaClass> by(JavaMember member) {
        Stream<JavaClass> signature = member.getAllInvolvedRawTypes().stream();
        return member instanceof JavaCodeUnit unit
                ? Stream.concat(signature, unit.getExceptionTypes().stream())
                : signature;
    }

    private static boolean isVisible(Set<JavaModifier> modifiers) {
        return modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED);
    }
}
