/** What a span says beside its name and its times: names and numbers of ours, never whose they are. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

/** A piece of work as it is drawn. */
export interface Work<Value> {
  readonly name: string;
  readonly facts: SpanFacts;
  /** What there is to add once it has ended well. */
  readonly factsOf?: (value: Value) => SpanFacts;
}

/** How a request ended. */
export interface RequestEnd {
  readonly method: string;
  readonly route: string | null;
  readonly status: number;
  readonly requestId: string;
}

/** Draws what happens within what. It changes nothing: what it is given resolves and rejects as it would without it. */
export interface Tracing {
  readonly span: <Value>(work: Work<Value>, run: () => Promise<Value>) => Promise<Value>;
  /** Goes on with a request, as the root of what is drawn of it; null when nothing is drawn. */
  readonly request: ((carryOn: () => void) => (end: RequestEnd) => void) | null;
}

export const NO_TRACING: Tracing = { span: (_work, run) => run(), request: null };
