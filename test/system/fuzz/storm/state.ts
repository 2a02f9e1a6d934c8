import type { Document } from '../requests/document';
import { createHttpClient, type HttpClient } from '../requests/http-client';
import type { KnownIds } from '../requests/known-ids';
import { createRandom, type Random } from '../requests/random';
import type { Authorize } from '../requests/requests';

export interface StormOptions {
  readonly url: string;
  readonly document: Document;
  readonly seed: number;
  readonly requests: number;
  readonly connections: number;
  readonly authorize: Authorize;
  /** Ids that must not be touched: those of the credentials in use. */
  readonly spared: ReadonlySet<string>;
  readonly onProgress: (sent: number) => void;
}

export interface StormReport {
  /** Status to how often it came. */
  readonly statuses: ReadonlyMap<number, number>;
  readonly sent: number;
  /** Requests to routes with a credential that were not turned away for it. */
  readonly authenticated: number;
  /** Answers 503 with a time to ask again; the repetition was served. */
  readonly busy: number;
  /** The first few answers with 5xx, with HTML, or with internals. */
  readonly faults: readonly string[];
  /** Operation to how many of the storm's own requests to it were answered with 2xx. */
  readonly served: ReadonlyMap<string, number>;
  /** Operations that not even a client in its right mind was served. */
  readonly unserved: readonly string[];
}

/** The state of a running storm. */
export interface Storm extends StormOptions {
  readonly random: Random;
  readonly client: HttpClient;
  readonly ids: string[];
  readonly known: KnownIds;
  readonly served: Map<string, number>;
  /** The same of the honest client. */
  readonly servedHonestly: Set<string>;
  readonly statuses: Map<number, number>;
  readonly faults: string[];
  sent: number;
  authenticated: number;
  busy: number;
}

export const beginStorm = (options: StormOptions): Storm => ({
  ...options,
  random: createRandom(options.seed),
  client: createHttpClient(options.url, options.connections),
  ids: [],
  known: new Map(),
  served: new Map(),
  servedHonestly: new Set(),
  statuses: new Map(),
  faults: [],
  sent: 0,
  authenticated: 0,
  busy: 0,
});
