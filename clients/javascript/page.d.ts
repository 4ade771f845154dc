/** A provider that is a web page. All else is the same as in programs. */

import type { PortableProvider, ProviderOptions } from "./index.js";

export * from "./index.js";

export interface PageOptions extends ProviderOptions {
  /** Where the gateway listens on this machine; 9400 if absent. */
  port?: number;
}

export class Provider {
  constructor(name: string, options?: PageOptions);
  /** Asks for a code, which the session shows to the user. Only the user may begin this, by a click. */
  pair(): Promise<boolean>;
  /** What the user has typed. */
  confirm(code: string): void;
}
export interface Provider extends PortableProvider {}
