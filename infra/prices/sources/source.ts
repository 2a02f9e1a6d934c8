import { z } from 'zod';
import type { Tick } from '../../../aggregates/quote/market/tick';
import type { Answered, Reads } from '../../providers/http/reads';

export type TickTold = Pick<Tick, 'base' | 'quote' | 'bid' | 'ask' | 'sourceMs'>;

/** A rejection with the time for which the source refuses requests. */
export type SourceError = Error & { readonly waitMs: number | null };

export interface SourceDeps {
  readonly url: string;
  readonly reads: Pick<Reads, 'get'>;
  readonly symbols: readonly string[];
  /** Pegged assets, which no exchange is asked about. */
  readonly pegs: readonly { readonly symbol: string; readonly coingeckoId: string }[];
  readonly clock: { readonly now: () => number };
}

/** Public prices. `read` rejects with a SourceError without an answer; an absent pair is not sold by the source. */
export interface PriceSource {
  readonly name: string;
  readonly intervalMs: number;
  readonly read: () => Promise<readonly TickTold[]>;
}

const TIMEOUT_MS = 2_000;
const BANNED_MS = 60_000;

const failing = (message: string, waitMs: number | null): SourceError => Object.assign(new Error(message), { waitMs });

/** 418 and 429: the source is not asked for a while. */
const mustNotBeLimited = ({ status, retryAfterMs }: Answered): void => {
  if (status === 418 || status === 429) throw failing(`answered ${status}`, retryAfterMs ?? BANNED_MS);
};

/** Asks `path` of the source. Rejects with a SourceError on a limit, a fault and no answer. */
export const askSource = async ({ url, reads }: Pick<SourceDeps, 'url' | 'reads'>, path: string): Promise<Answered> => {
  const answer = await reads.get(new URL(`${url}${path}`), TIMEOUT_MS).catch((error: unknown) => {
    throw failing(error instanceof Error ? error.message : String(error), null);
  });
  mustNotBeLimited(answer);
  return answer;
};

/** Rejects with a SourceError unless the answer is 200 and of this shape. */
export const shaped = <Shape>({ status, body }: Answered, shape: z.ZodType<Shape>): Shape => {
  if (status !== 200) throw failing(`answered ${status}`, null);
  const read = shape.safeParse(body);
  if (read.success) return read.data;
  throw failing('gave an answer with an unknown format', null);
};

const UNLISTED_FOR_MS = 3_600_000;

/** A source refuses a list with one unsold symbol: the halves are asked, and the symbol is left out for an hour. */
export const readListed = (clock: SourceDeps['clock'], ask: (symbols: readonly string[]) => Promise<Answered>) => {
  const unlistedUntil = new Map<string, number>();
  const readAll = async (symbols: readonly string[]): Promise<readonly Answered[]> => {
    const answer = await ask(symbols);
    if (answer.status !== 400 && answer.status !== 404) return [answer];
    const [only] = symbols;
    if (symbols.length === 1 && only !== undefined) {
      unlistedUntil.set(only, clock.now() + UNLISTED_FOR_MS);
      return [];
    }
    const half = symbols.length >> 1;
    return [...(await readAll(symbols.slice(0, half))), ...(await readAll(symbols.slice(half)))];
  };
  return async (symbols: readonly string[]): Promise<readonly Answered[]> => {
    const listed = symbols.filter((symbol) => (unlistedUntil.get(symbol) ?? 0) <= clock.now());
    return listed.length === 0 ? [] : readAll(listed);
  };
};

/** A number as `lossless-json` leaves it, or a text. */
export const decimal = z.string().max(60);
