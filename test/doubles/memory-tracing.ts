import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  type ContextManager,
  context,
  ROOT_CONTEXT,
  type Span,
  type SpanOptions,
  trace,
} from '@opentelemetry/api';

/** A span as its collector sees it. */
export interface DrawnSpan {
  name: string;
  readonly parent: string | null;
  readonly facts: Record<string, unknown>;
  isError: boolean;
  isEnded: boolean;
}

const inMemoryContexts = (): ContextManager => {
  const storage = new AsyncLocalStorage<Context>();
  const manager: ContextManager = {
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (given, run, thisArgument, ...words) => storage.run(given, () => run.apply(thisArgument as never, words)),
    bind: (_context, target) => target,
    enable: () => manager,
    disable: () => manager,
  };
  return manager;
};

/** OpenTelemetry's API with spans in memory; `close` removes it again. */
export const openMemoryTracing = () => {
  const spans: DrawnSpan[] = [];
  const drawnBy = new Map<Span, DrawnSpan>();
  const startSpan = (
    name: string,
    { attributes, root }: SpanOptions = {},
    within: Context = context.active(),
  ): Span => {
    const parent = root === true ? undefined : trace.getSpan(within);
    const drawn: DrawnSpan = {
      ...{ name, isError: false, isEnded: false },
      parent: parent === undefined ? null : (drawnBy.get(parent)?.name ?? null),
      facts: { ...attributes },
    };
    const span = {
      setAttribute: (key: string, value: unknown) => Object.assign(drawn.facts, { [key]: value }),
      setAttributes: (values: object) => Object.assign(drawn.facts, values),
      setStatus: ({ code }: { readonly code: number }) => Object.assign(drawn, { isError: code === 2 }),
      updateName: (changed: string) => Object.assign(drawn, { name: changed }),
      end: () => Object.assign(drawn, { isEnded: true }),
    } as unknown as Span;
    spans.push(drawn);
    drawnBy.set(span, drawn);
    return span;
  };
  const startActiveSpan = (name: string, ...words: readonly unknown[]): unknown => {
    const span = startSpan(name, words[0] as SpanOptions);
    return context.with(trace.setSpan(context.active(), span), () => (words.at(-1) as (span: Span) => unknown)(span));
  };
  context.setGlobalContextManager(inMemoryContexts());
  trace.setGlobalTracerProvider({ getTracer: () => ({ startSpan, startActiveSpan }) });
  const close = (): void => {
    context.disable();
    trace.disable();
  };
  return { spans, close };
};
