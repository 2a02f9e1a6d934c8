import { Counter, Histogram, type Registry } from 'prom-client';
import { incrementOf } from './increment-of';

export interface CountedRequest {
  readonly method: string;
  /** The template; null when no route matches. */
  readonly route: string | null;
  readonly status: number;
  readonly durationMs: number;
}

/** Bounds the label: callers can invent methods. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const OTHER_METHOD = 'other';
const UNMATCHED = 'unmatched';

interface Bound {
  readonly observe: (seconds: number) => void;
  readonly counts: Map<number, () => void>;
}

/** Counts requests. Labels are route templates, known methods and our own codes, never a caller's text. */
export const countRequests = (registry: Registry): ((request: CountedRequest) => void) => {
  const total = new Counter({
    name: 'lastro_http_requests_total',
    help: 'Requests that are over; code 499: the caller went away before the answer',
    labelNames: ['method', 'route', 'code'] as const,
    registers: [registry],
  });
  const duration = new Histogram({
    name: 'lastro_http_request_duration_seconds',
    help: 'From the first byte of a request to the end of its answer',
    labelNames: ['method', 'route'] as const,
    registers: [registry],
  });
  const bound = new Map<string, Map<string, Bound>>();
  const boundTo = (method: string, route: string): Bound => {
    const ofRoute = bound.get(route) ?? new Map<string, Bound>();
    const timed = duration.labels(method, route);
    const found = ofRoute.get(method) ?? { observe: (seconds) => timed.observe(seconds), counts: new Map() };
    bound.set(route, ofRoute.set(method, found));
    return found;
  };
  return ({ method: asked, route: matched, status, durationMs }) => {
    const method = METHODS.has(asked) ? asked : OTHER_METHOD;
    const route = matched ?? UNMATCHED;
    const { observe, counts } = bound.get(route)?.get(method) ?? boundTo(method, route);
    observe(durationMs / 1_000);
    const count = counts.get(status) ?? incrementOf(total.labels(method, route, `${status}`));
    counts.set(status, count);
    count();
  };
};
