package io.tapgateway.programs;

/**
 * Takes what a program prints, on standard output and standard error alike. Called by one thread; closed once by it,
 * when the program and all that share its output have closed it. While {@link #write} does not return, the program
 * waits as soon as the system's buffer is full.
 */
public interface ProgramOutput extends AutoCloseable {
    /** Takes the first {@code length} bytes, which are not valid any more afterwards. */
    void write(byte[] bytes, int length);

    @Override
    void close();
}
