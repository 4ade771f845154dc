package io.tapgateway.benchmarks.footprint;

import java.io.IOException;
import java.util.List;

/** Something to be measured, in processes of its own. */
interface Measure {
    List<Figure> take() throws IOException;
}
