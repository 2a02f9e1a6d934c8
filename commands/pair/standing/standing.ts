import type { PairLook } from '../../ports/pair';
import { decidePair } from '../decide-pair';
import type { Drawn } from '../decision';
import type { Refusal } from '../refusing/refusal';

/** What one look says. AGAIN: the row was written meanwhile, and the look says nothing. */
export type LookAnswer =
  | { readonly says: 'RIGHT' }
  | { readonly says: 'AWAY' }
  | { readonly says: 'AGAIN' }
  | { readonly says: 'WRONG'; readonly refusal: Refusal };

/** A look by its beginning, monotonic: what it saw is at least as old. */
export interface Look {
  readonly startedMs: number;
  /** Made for this look: a leader that was cut off answers on the old one for 20 s. */
  readonly isNewConnection: boolean;
  readonly answer: LookAnswer;
}

/**
 * DOUBTED: contradicted once. RETURNING: was wrong, and agrees once. Only RIGHT works; AWAY, DOUBTED and RETURNING are
 * told as "away", WRONG as its refusal.
 */
export type Standing =
  | { readonly is: 'UNKNOWN' }
  | { readonly is: 'RIGHT' | 'AWAY'; readonly lookedMs: number }
  | ({ readonly is: 'DOUBTED' | 'RETURNING'; readonly sinceMs: number } & Contradicted)
  | ({ readonly is: 'WRONG' } & Contradicted);

interface Contradicted {
  readonly lookedMs: number;
  readonly refusal: Refusal;
}

export const UNKNOWN: Standing = { is: 'UNKNOWN' };

/** Between the two looks that decide. */
export const SECOND_LOOK_AFTER_MS = 30_000;

/** `startedAs`: the ledger that the process was started with; null before it has started. */
export const answerOf = (look: PairLook, drawn: Drawn, startedAs: string | null): LookAnswer => {
  const decision = decidePair(look, drawn);
  if (decision.kind === 'WAIT') return { says: decision.why === 'AWAY' ? 'AWAY' : 'AGAIN' };
  if (decision.kind === 'REFUSE') return { says: 'WRONG', refusal: decision.refusal };
  const found = look.database.row?.ledgerId ?? null;
  if (startedAs !== null && found !== startedAs) {
    return { says: 'WRONG', refusal: { because: 'DATABASE_CHANGED', ledgerId: startedAs, found } };
  }
  return { says: look.database.row?.state === 'BOUND' ? 'RIGHT' : 'AWAY' };
};

export const looked = (standing: Standing, look: Look): Standing => {
  const { answer, startedMs } = look;
  if (answer.says === 'AGAIN') return standing;
  if (answer.says === 'AWAY') return unanswered(standing, startedMs);
  switch (standing.is) {
    case 'UNKNOWN':
    case 'RIGHT':
    case 'AWAY':
      return answer.says === 'RIGHT' ? right(startedMs) : doubted(answer.refusal, startedMs);
    case 'DOUBTED':
      if (!isSecond(standing.sinceMs, look)) return { ...standing, lookedMs: startedMs };
      return answer.says === 'RIGHT' ? right(startedMs) : wrong(answer.refusal, startedMs);
    case 'WRONG':
      if (answer.says === 'WRONG') return wrong(answer.refusal, startedMs);
      return { is: 'RETURNING', refusal: standing.refusal, sinceMs: startedMs, lookedMs: startedMs };
    case 'RETURNING':
      if (answer.says === 'WRONG') return wrong(answer.refusal, startedMs);
      return isSecond(standing.sinceMs, look) ? right(startedMs) : { ...standing, lookedMs: startedMs };
  }
};

/** An error of the store: nothing is appended before another look. A doubt stays. */
export const unanswered = (standing: Standing, nowMs: number): Standing => {
  const isDecided = standing.is === 'UNKNOWN' || standing.is === 'RIGHT' || standing.is === 'AWAY';
  return isDecided ? { is: 'AWAY', lookedMs: nowMs } : { ...standing, lookedMs: nowMs };
};

const right = (lookedMs: number): Standing => ({ is: 'RIGHT', lookedMs });
const wrong = (refusal: Refusal, lookedMs: number): Standing => ({ is: 'WRONG', refusal, lookedMs });
const doubted = (refusal: Refusal, sinceMs: number): Standing => ({
  ...{ is: 'DOUBTED', refusal, sinceMs },
  lookedMs: sinceMs,
});

const isSecond = (sinceMs: number, { startedMs, isNewConnection }: Look): boolean =>
  isNewConnection && startedMs - sinceMs >= SECOND_LOOK_AFTER_MS;
