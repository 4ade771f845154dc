package io.tapgateway.programs;

import java.io.File;
import java.util.List;

/**
 * A small process that ends a program, with all it has started, when its standard input ends: because the gateway wants
 * it, or because the gateway is gone, even if it was killed (D-228). What is it depends on the system. Immutable.
 */
interface ProgramGuard {
    /** A line for a guard beside a program: the end that follows is wanted. */
    String STOP = "stop\n";

    /** A shell where there is one, which is small; a process of Java elsewhere. */
    static ProgramGuard ofThisSystem() {
        return File.separatorChar == '\\' ? JavaGuard.INSTANCE : ShellGuard.INSTANCE;
    }

    /**
     * The command line of a guard that is the program's parent, lives exactly as long as the program does, and ends
     * with its exit code.
     *
     * @param mark by which what the program has started is found
     * @param line whether the first line of the guard's input is all that the program reads; otherwise it reads nothing
     */
    List<String> over(List<String> program, String mark, boolean line);

    /**
     * A guard that stands beside its program, whose streams are somebody else's. It reads the program's number from the
     * first line of its standard input; when that ends, the program finds its own input ended, too, is asked to end,
     * and killed after another second. Whoever says {@link #STOP} before gives it two seconds until it is asked; where
     * nobody does, the gateway is gone.
     *
     * @param mark by which the guard finds what the program has started, and where it can the program itself
     */
    ProcessBuilder beside(String mark);

    /**
     * The command line of a program that a guard stands beside: in a group of its own, where there are groups. It does
     * nothing before it reads {@link #release}, so that it never runs without a guard that knows it (Z-017).
     */
    List<String> apart(List<String> program);

    /** What a program that stands {@link #apart} reads first; empty if it does not wait for anything. */
    String release();
}
