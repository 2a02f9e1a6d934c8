import { Counter, Histogram, type Registry } from 'prom-client';

export interface CountedRequest {
  readonly method: string;
  /** The template; null when no route matches. */
  readonly route: string | null;
  readonly status: number;
  readonly durationMs: number;
}

/** Bounds the label: callers can invent methods. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Counts requests. Labels are route templates, known methods and our own codes, never a caller's text. */
export const countRequests = (registry: Registry): ((request: CountedRequest) => void) => {
  const total = new Counter({
    name: 'lastro_http_requests_total',
    help: 'Finished requests; code 499: the caller closed the connection before the answer',
    labelNames: ['method', 'route', 'code'] as const,
    registers: [registry],
  });
  const duration = new Histogram({
    name: 'lastro_http_request_duration_seconds',
    help: 'From the first byte of a request to the end of its answer',
    labelNames: ['method', 'route'] as const,
    registers: [registry],
  });
  return ({ method: asked, route: matched, status, durationMs }) => {
    const labels = { method: METHODS.has(asked) ? asked : 'other', route: matched ?? 'unmatched' };
    duration.observe(labels, durationMs / 1_000);
    total.inc({ ...labels, code: status });
  };
};
