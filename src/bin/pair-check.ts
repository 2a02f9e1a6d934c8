import { refusalWords } from '../../commands/pair/refusing/refusal-words';
import type { Pair } from '../../infra/pair/pair';
import type { Readiness } from '../http/deps';

/** A doubt is told as a store that is away: one election must not empty a load balancer. */
const DOUBTED_FOR_MS = 20_000;

/**
 * Readiness's word on the pair: 503 at once where it is wrong, and both sides by name; nothing while it is right or a
 * store is away, which has its own check.
 */
export const pairChecks = ({ standing }: Pick<Pair, 'standing'>, nowMs = performance.now()): Readiness['checks'] => {
  const now = standing();
  switch (now.is) {
    case 'RIGHT':
    case 'UNKNOWN':
    case 'AWAY':
      return {};
    case 'DOUBTED':
      return { pair: { ok: nowMs - now.sinceMs < DOUBTED_FOR_MS, detail: `in doubt: ${refusalWords(now.refusal)}` } };
    case 'WRONG':
    case 'RETURNING':
      return { pair: { ok: false, detail: refusalWords(now.refusal) } };
  }
};
