/**
 * Panels: a few lines that somebody draws for the person, who answers with keys. {@link
 * io.tapgateway.user.panel.PanelContent} is what is drawn, {@link io.tapgateway.user.panel.PanelKey} what is answered;
 * both are cut and checked here, so that surfaces need not.
 */
@NullMarked
package io.tapgateway.user.panel;

import org.jspecify.annotations.NullMarked;
