import type { Unheld } from '../../../infra/pair/holding/shared-hold';
import type { Pair } from '../../../infra/pair/pair';
import type { Readiness } from '../../http/deps';

/** A doubt, or a lost lock, is reported like an unreachable store: one election must not empty a load balancer. */
const AWAY_FOR_MS = 20_000;

type Told = Pick<Pair, 'standing' | 'unheld'>;

/** 503 immediately when the pair is wrong; no check while it is right, or while a store does not answer. */
export const pairChecks = (pair: Told, nowMs = performance.now()): Readiness['checks'] => {
  const now = pair.standing();
  switch (now.is) {
    case 'RIGHT': {
      const unheld = pair.unheld();
      return unheld === null ? {} : { pair: withoutLock(unheld, nowMs) };
    }
    case 'UNKNOWN':
    case 'AWAY':
      return {};
    case 'DOUBTED':
      return { pair: { ok: nowMs - now.sinceMs < AWAY_FOR_MS, detail: `in doubt: ${now.refusal.words}` } };
    case 'WRONG':
      return { pair: { ok: false, detail: now.refusal.words } };
  }
};

/** A store tool that holds the lock is reported immediately. */
const withoutLock = ({ because, isTaken, sinceMs }: Unheld, nowMs: number): Readiness['checks'][string] => ({
  ok: !isTaken && nowMs - sinceMs < AWAY_FOR_MS,
  detail: `without the lock of the ledger: ${because}`,
});
