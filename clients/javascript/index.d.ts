/** A provider for Tap Gateway: lends an AI agent tools for as long as it runs. This file is the whole API. */

// ---- Tools ----

/** A JSON Schema of arguments: an object at its root. */
export type JsonSchema = {
  readonly type?: unknown;
  readonly properties?: unknown;
  readonly [keyword: string]: unknown;
};

/** A schema of any library that keeps to https://standardschema.dev and can say its JSON Schema. */
export interface StandardSchema<Input = any, Output = any> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly jsonSchema?: {
      readonly input: (options: { readonly target: "draft-2020-12" }) => object;
      readonly output: (options: { readonly target: "draft-2020-12" }) => object;
    };
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        readonly message: string;
        readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
      }[];
    };

/** What a tool gets that is described by a schema; `any` where the schema says too little, or too much. */
export type Arguments<S> = S extends {
  readonly "~standard": { readonly types?: { readonly output: infer Output } | undefined };
}
  ? Output
  : FromJsonSchema<S>;

type FromJsonSchema<S> = S extends { readonly const: infer Constant }
  ? Constant
  : S extends { readonly enum: readonly (infer Choice)[] }
    ? Choice
    : S extends { readonly type: "string" }
      ? string
      : S extends { readonly type: "integer" | "number" }
        ? number
        : S extends { readonly type: "boolean" }
          ? boolean
          : S extends { readonly type: "array"; readonly items: infer Items }
            ? FromJsonSchema<Items>[]
            : S extends { readonly type: "object"; readonly properties: infer Members }
              ? FromMembers<Members, S extends { readonly required: readonly (infer Name)[] } ? Name : never>
              : any;

type FromMembers<Members, Required> = {
  [Name in keyof Members as Name extends Required ? Name : never]: FromJsonSchema<Members[Name]>;
} & {
  [Name in keyof Members as Name extends Required ? never : Name]?: FromJsonSchema<Members[Name]>;
};

export interface About<S> {
  /** For the agent: when to call the tool, and what comes of it. */
  description: string;
  /** The arguments; without it, there are none. They are checked before the tool runs. */
  parameters?: S;
  /** How long a call may run, in milliseconds; a minute if absent, ten at most. */
  timeout?: number;
  /** For people: one line. */
  title?: string;
  /** What the tool returns as {@link ToolContent.structured}, an object; the gateway holds results against it. */
  outputSchema?: StandardSchema | JsonSchema;
  annotations?: ToolAnnotations;
}

/** Hints at what a call does, as the Model Context Protocol has them. No rule rests on them. */
export interface ToolAnnotations {
  /** It changes nothing. */
  readOnlyHint?: boolean;
  /** It may destroy something. */
  destructiveHint?: boolean;
  /** To repeat it changes nothing more. */
  idempotentHint?: boolean;
  /** It reaches what lies outside, such as the web. */
  openWorldHint?: boolean;
}

/** A call, as the tool sees it. */
export interface Call {
  readonly id: string;
  readonly tool: string;
  readonly session: string;
  /** Aborted when nobody waits for the result any more. The call is answered then, whatever the tool still does. */
  readonly signal: AbortSignal;
  /** The trace of the caller, as W3C Trace Context has it. */
  readonly traceparent: string | undefined;
  /** A directory for files of this provider, if it has one: those that a session has started have. */
  readonly persistDir: string | undefined;
  /**
   * How far the tool has come, for people. What is said faster than they can read is left out, but not the latest.
   * Numbers are for programs that show how much is left: `call.progress("copying", { progress: 3, total: 10 })`.
   */
  progress(text: string, amount?: { progress: number; total?: number }): void;
}

export type ToolErrorCode = "NOT_FOUND" | "TIMEOUT" | "CANCELLED" | "UNAUTHORIZED" | "INVALID_ARGUMENTS" | "INTERNAL";

/** Thrown by a tool, tells the caller why there is no result. Of anything else thrown, the caller learns nothing. */
export class ToolError extends Error {
  constructor(code: ToolErrorCode, message: string, hint?: { retryable?: boolean });
  readonly code: ToolErrorCode;
  readonly retryable: boolean;
}

/** Returned by a tool: a result that lies in a file below {@link Call.persistDir}. */
export class ToolFile {
  constructor(path: string, mimeType: string, size: number);
  readonly path: string;
  readonly mimeType: string;
  readonly size: number;
}

/** Returned by a tool: blocks for models and people, in this order, and perhaps a value for programs. */
export class ToolContent {
  text(text: string): this;
  image(bytes: Uint8Array | ArrayBuffer, mimeType: string): this;
  audio(bytes: Uint8Array | ArrayBuffer, mimeType: string): this;
  /** Something that can be read elsewhere. */
  link(uri: string, name: string, about?: Link): this;
  /** Something to read, and what is in it: text or bytes. */
  resource(uri: string, content: string | Uint8Array | ArrayBuffer, mimeType?: string): this;
  /** The value for programs. */
  structured(value: object): this;
  /** The tool has run and reports that it failed. */
  failed(): this;
}

export interface Link {
  title?: string;
  description?: string;
  mimeType?: string;
}

// ---- Gates ----

/** Which calls of tools a rule is about; absent parts match everything. */
export interface Match {
  /** The name of a tool, whoever has it. */
  tool?: string;
  /** A regular expression (RE2), searched in the arguments as JSON. */
  args?: string;
  /** A glob over the paths among the arguments. */
  file?: string;
  /** The provider that has the tool; `host` for the agent itself. */
  provider?: string;
}

export interface Check {
  readonly tool: string;
  readonly args: any;
  readonly session: string;
}

export type Decision = { readonly decision: "allow" | "deny" | "context" | "ask"; readonly reason?: string };

/** The call may go ahead; the agent is told the remark along with it. */
export function allow(remark?: string): Decision;

/** The call may not go ahead; the agent is told the reason. */
export function deny(reason: string): Decision;

/** A gate has a person decide, who is told the reason; where nobody is, that is a no. */
export function ask(reason: string): Decision;

// ---- Streams ----

export interface FilterRule {
  /** A regular expression (RE2), searched in the text of an event. */
  match: string;
  outcome: "drop" | "keep" | "surface" | "inject";
}

export interface StreamEntry {
  readonly ts: string;
  readonly event: string;
  readonly level: "keep" | "surface" | "inject";
  readonly metadata?: object;
}

/**
 * A stream of events, in every session of the provider. They leave in order, as fast as the gateway takes them; each
 * way to tell one returns false if it can leave in no session: there is none at the moment, or too many are waiting.
 */
export interface Stream {
  /** Stores an event, for whoever asks. */
  keep(event: string, metadata?: object): boolean;
  /** Stores it and shows it to people. */
  surface(event: string, metadata?: object): boolean;
  /** Stores it, shows it, and tells the agent. */
  inject(event: string, metadata?: object): boolean;
  /** Begins a turn of the agent. */
  prompt(prompt: string, metadata?: object): boolean;
  /** What becomes of each event in any session, whatever it was told as: the first rule that matches decides. */
  filter(...rules: readonly FilterRule[]): this;
  /**
   * The latest events, newest first; a hundred at most: of the session that lists begin with, if it is not {@link at}
   * one. Fails without a session, or an answer within 30 seconds.
   */
  read(last?: number): Promise<StreamEntry[]>;
  /** The same stream in one session, such as {@link Call.session}: what is told there is told to no other. */
  at(session: string): Stream;
}

// ---- Providers ----

/** `unpaired` in pages only; `ended` in programs only. */
export type State = "unpaired" | "connecting" | "pairing" | "waiting" | "joined" | "ended";

export interface Session {
  readonly id: string;
  readonly label: string;
  readonly cwd?: string;
}

export interface Binding {
  readonly session: string;
  readonly providerId: string;
  readonly persistDir?: string;
}

export interface ProviderOptions {
  /** Tells this provider apart from others of the same name that run at the same time. */
  instance?: string;
  /** Facts by which the agent can tell instances apart. */
  metadata?: object | (() => object);
  /** Text that the agent gets once. */
  startupContext?: string;
  /** How many calls at once, of each session; more wait at the gateway. */
  concurrency?: number | { max: number; scope?: "instance" | "provider" | "tool" };
  /**
   * The only session to join, by its id or by choice; nothing means: wait for another list. Without this and
   * {@link follow}, the provider is in every session that its token shows, fifty at most.
   */
  session?: string | ((active: readonly Session[]) => string | undefined);
  /**
   * Is in one session, and goes along when the user turns to another: lists begin with the one in the foreground, and
   * what is chosen there is joined as soon as no call runs.
   */
  follow?: "foreground";
  /**
   * Gets what people should read, and the state if it has changed, if only to `connecting`; in several sessions it is
   * `joined` for as long as the provider is in one. Else it is printed.
   */
  report?: (line: string, state?: State) => void;
}

/**
 * What a provider may be told, one thing after the other: up to 1,000 wait for a listener that is slow. Those with a
 * dot need a right, and count from the next connection on. All happen in one session, and say in which.
 */
export interface Events {
  joined: Binding;
  left: Binding;
  started: { readonly session: string };
  idle: { readonly session: string };
  /** The session ends, and waits for what this listener returns, up to a deadline in milliseconds. Not in turn. */
  ending: { readonly session: string; readonly deadline: number };
  "user.message": { readonly session: string; readonly content: string };
  "assistant.message": {
    readonly session: string;
    readonly content: string;
    readonly toolRequests?: readonly { readonly name: string; readonly args: any }[];
  };
  "assistant.intent": { readonly session: string; readonly intent: string };
  "tool.execution_complete": {
    readonly session: string;
    readonly tool: string;
    readonly provider?: string;
    readonly args: any;
    readonly result: { readonly type: "success" | "failure"; readonly output?: string };
    readonly durationMs: number;
  };
}

/** What is the same in programs and pages. What is described while it runs is told to the gateway at once. */
export interface PortableProvider {
  /** Adds a tool, or replaces the one of that name. */
  tool<const S extends StandardSchema | JsonSchema = { type: "object"; properties: {} }>(
    name: string,
    about: About<S>,
    run: (args: Arguments<S>, call: Call) => unknown,
  ): this;
  removeTool(name: string): this;

  /** Is asked before matching calls of tools, of whomever. Silence for five seconds and failure mean no. */
  gate(match: Match, decide: (check: Check) => Decision | Promise<Decision>): this;
  /** Forbids matching calls. */
  deny(match: Match, reason: string): this;

  /** Has a person asked about matching calls, who is told the reason; where nobody is, that is a no. */
  ask(match: Match, reason: string): this;
  /** Tells the agent something along with matching calls. */
  remark(match: Match, content: string): this;

  /** Adds text after a section of the prompt. */
  append(section: string, content: string): this;
  /** Adds text before a section of the prompt. */
  prepend(section: string, content: string): this;
  /** Rewrites a section of each prompt, within two seconds; failure leaves it as it is. */
  transform(section: string, rewrite: (current: string) => string | undefined | Promise<string | undefined>): this;
  /** Text that the agent gets with every prompt. */
  context(text: string): this;

  /** One of its streams; without a name, the one that is called like the provider. */
  stream(name?: string): Stream;

  on<Name extends keyof Events>(event: Name, listener: (detail: Events[Name]) => unknown): this;

  /**
   * Ends when a gateway knows everything that was described, in each session that the provider is in, and at the
   * earliest in one. Fails with what it refused or has not answered for 30 seconds, and if the provider does not run.
   */
  updated(): Promise<void>;

  /** Where the provider is at the moment: the first of {@link bindings}. */
  readonly joined: Binding | undefined;
  /** Where the provider is in all sessions, in the order of the gateway's list: the one in the foreground first. */
  readonly bindings: readonly Binding[];

  /** Connects, and again whenever a connection ends. Ends with the provider: false if no gateway will ever take it. */
  start(): Promise<boolean>;
  /** Says goodbye in each session. */
  stop(reason?: string): Promise<void>;
}

/** The gateway has refused something that was described. */
export class Refused extends Error {
  readonly code: string;
}

export interface ProgramOptions extends ProviderOptions {
  /** Where the gateway is, on this machine. `TAP_GATEWAY_URL`, or else `ws://127.0.0.1:9400/`. */
  url?: string;
  /** `TAP_PROVIDER_TOKEN`, or else what a running gateway leaves for programs of the same user. */
  token?: string;
}

/** A provider that is a program. */
export class Provider {
  constructor(name: string, options?: ProgramOptions);
  /** {@link start}, until Ctrl-C; then the program ends, with exit code 1 if no gateway will ever take the provider. */
  run(): Promise<never>;
}
export interface Provider extends PortableProvider {}
