import { Counter, Histogram, type Registry } from 'prom-client';
import { incrementOf } from './increment-of';

/** A request that is over. */
export interface CountedRequest {
  readonly method: string;
  /** The template of its route; null when no route has its path. */
  readonly route: string | null;
  readonly status: number;
  readonly durationMs: number;
}

/** Those that a route can have; a caller can think of many more. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const OTHER_METHOD = 'other';
const UNMATCHED = 'unmatched';

/** What is counted of one method and route, with its labels looked up once. */
interface Bound {
  readonly observe: (seconds: number) => void;
  readonly counts: Map<number, () => void>;
}

/** Counts requests. What a caller can make up is no label: only templates of routes, known methods and our own codes are. */
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
