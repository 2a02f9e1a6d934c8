/** Span attributes: our own names and numbers, never anybody's identity. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

export interface Work<Value> {
  readonly name: string;
  readonly facts: SpanFacts;
  readonly factsOf?: (value: Value) => SpanFacts;
}

export interface RequestEnd {
  readonly method: string;
  readonly route: string | null;
  readonly status: number;
  readonly requestId: string;
}

/** Traces work without changing its outcome. */
export interface Tracing {
  readonly span: <Value>(work: Work<Value>, run: () => Promise<Value>) => Promise<Value>;
  /** Runs `carryOn` in a new root span; null when tracing is off. */
  readonly request: ((carryOn: () => void) => (end: RequestEnd) => void) | null;
}

export const NO_TRACING: Tracing = { span: (_work, run) => run(), request: null };
