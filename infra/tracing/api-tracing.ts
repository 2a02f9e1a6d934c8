import { context, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { isRejection } from '../../aggregates/rejection';
import type { RequestEnd, Tracing } from './tracing';

export const TRACER_NAME = 'lastro';

/** Records only the kind of failure: its text may quote data, and spans leave the machine. */
const noteFailure = (span: Span, error: unknown): void => {
  if (isRejection(error)) {
    span.setAttribute('lastro.refused', error.rejection.code);
    return;
  }
  span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
  span.setStatus({ code: SpanStatusCode.ERROR });
};

export const createApiTracing = (tracer: Tracer): Tracing => ({
  span: ({ name, facts, factsOf }, run) =>
    tracer.startActiveSpan(name, { attributes: { ...facts } }, async (span) => {
      try {
        const value = await run();
        if (factsOf !== undefined) span.setAttributes({ ...factsOf(value) });
        return value;
      } catch (error) {
        noteFailure(span, error);
        throw error;
      } finally {
        span.end();
      }
    }),
  request: (carryOn) => {
    // Ignores the caller's trace context.
    const span = tracer.startSpan('request', { kind: SpanKind.SERVER, root: true });
    context.with(trace.setSpan(context.active(), span), carryOn);
    return (end) => endRequest(span, end);
  },
});

const endRequest = (span: Span, { method, route, status, requestId }: RequestEnd): void => {
  span.updateName(route === null ? method : `${method} ${route}`);
  span.setAttributes({
    'http.request.method': method,
    'http.response.status_code': status,
    'lastro.request_id': requestId,
    ...(route === null ? {} : { 'http.route': route }),
  });
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
};
