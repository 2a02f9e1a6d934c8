import type { PairLook } from '../ports/pair';
import { AWAY, type PairDecision, RIGHT, refuse } from './decision';
import { ledgerNamed, type Refusal } from './refusal';

export type LookAnswer = Exclude<PairDecision, { readonly says: 'STEP' }>;

export interface Look {
  /** Monotonic. */
  readonly startedMs: number;
  /** A connection made for this comparison: an isolated leader answers on an old connection for 20 s. */
  readonly isNewConnection: boolean;
  readonly answer: LookAnswer;
}

/** Only RIGHT works. DOUBTED: contradicted once, and reported as "away". */
export type Standing =
  | { readonly is: 'UNKNOWN' }
  | { readonly is: 'RIGHT' | 'AWAY'; readonly lookedMs: number }
  | { readonly is: 'DOUBTED'; readonly refusal: Refusal; readonly lookedMs: number; readonly sinceMs: number }
  /** `agreedMs`: a comparison has since found the pair right; a second one decides. */
  | { readonly is: 'WRONG'; readonly refusal: Refusal; readonly lookedMs: number; readonly agreedMs: number | null };

export const UNKNOWN: Standing = { is: 'UNKNOWN' };

/** Time between the two comparisons that decide. */
export const SECOND_LOOK_AFTER_MS = 30_000;
const AWAY_LOOK_EVERY_MS = 1_000;

/** How long a right look is believed, in milliseconds. */
export interface Beliefs {
  readonly lookEveryMs: number;
  /** A late check stops the work, within QUIET_MS. */
  readonly appendMs: number;
  readonly dispatchMs: number;
}

export const TWO_STORES: Beliefs = { lookEveryMs: 60_000, appendMs: 65_000, dispatchMs: 5_000 };
/** Log and rows cannot separate; a check follows an error, or a day. */
export const ONE_DATABASE: Beliefs = {
  ...{ lookEveryMs: 86_400_000, appendMs: Number.POSITIVE_INFINITY, dispatchMs: Number.POSITIVE_INFINITY },
};

/** `startedAs`: the ledger that the process was started with. */
export const answerOf = (decision: PairDecision, look: PairLook, startedAs: string): LookAnswer => {
  if (decision.says !== 'RIGHT' && decision.says !== 'STEP') return decision;
  const found = ledgerOf(look);
  if (found !== startedAs) {
    return refuse(
      'DATABASE_CHANGED',
      `This process was started for ledger ${startedAs}, and PostgreSQL now belongs to ${ledgerNamed(found)}: it was replaced. Start again.`,
    );
  }
  const { row } = look.database;
  return row === null || row.state === 'BOUND' ? RIGHT : AWAY;
};

export const ledgerOf = ({ database, log }: PairLook): string | null =>
  database.row?.ledgerId ?? (log === 'AWAY' ? null : (log.opening?.data.ledgerId ?? null));

export const looked = (standing: Standing, look: Look): Standing => {
  const { answer, startedMs } = look;
  if (answer.says === 'AGAIN') return standing;
  if (answer.says === 'AWAY') return unanswered(standing, startedMs);
  switch (standing.is) {
    case 'UNKNOWN':
    case 'RIGHT':
    case 'AWAY':
      return answer.says === 'RIGHT'
        ? right(startedMs)
        : { is: 'DOUBTED', refusal: answer.refusal, sinceMs: startedMs, lookedMs: startedMs };
    case 'DOUBTED':
      if (!isSecond(standing.sinceMs, look)) return { ...standing, lookedMs: startedMs };
      return answer.says === 'RIGHT' ? right(startedMs) : wrong(answer.refusal, startedMs);
    case 'WRONG':
      if (answer.says === 'WRONG') return wrong(answer.refusal, startedMs);
      if (standing.agreedMs !== null && isSecond(standing.agreedMs, look)) return right(startedMs);
      return { ...standing, lookedMs: startedMs, agreedMs: standing.agreedMs ?? startedMs };
  }
};

/** A store did not answer: appends wait for another look. A doubt stays. */
export const unanswered = (standing: Standing, nowMs: number): Standing =>
  isDoubtful(standing) ? { ...standing, lookedMs: nowMs } : { is: 'AWAY', lookedMs: nowMs };

export const isDoubtful = (standing: Standing): standing is Extract<Standing, { readonly refusal: Refusal }> =>
  standing.is === 'DOUBTED' || standing.is === 'WRONG';

const right = (lookedMs: number): Standing => ({ is: 'RIGHT', lookedMs });
const wrong = (refusal: Refusal, lookedMs: number): Standing => ({ is: 'WRONG', refusal, lookedMs, agreedMs: null });

const isSecond = (sinceMs: number, { startedMs, isNewConnection }: Look): boolean =>
  isNewConnection && startedMs - sinceMs >= SECOND_LOOK_AFTER_MS;

export interface LookDue {
  readonly inMs: number;
  /** The deciding check uses a new connection. */
  readonly onNewConnection: boolean;
}

export const lookDue = (standing: Standing, nowMs: number, { lookEveryMs }: Beliefs): LookDue => {
  const until = (atMs: number): number => Math.max(0, atMs - nowMs);
  switch (standing.is) {
    case 'UNKNOWN':
      return { inMs: 0, onNewConnection: false };
    case 'RIGHT':
      return { inMs: until(standing.lookedMs + lookEveryMs), onNewConnection: false };
    case 'AWAY':
      return { inMs: until(standing.lookedMs + AWAY_LOOK_EVERY_MS), onNewConnection: false };
    case 'DOUBTED':
    case 'WRONG': {
      const sinceMs = standing.is === 'DOUBTED' ? standing.sinceMs : (standing.agreedMs ?? standing.lookedMs);
      const decidesMs = Math.max(sinceMs + SECOND_LOOK_AFTER_MS, standing.lookedMs + AWAY_LOOK_EVERY_MS);
      return { inMs: until(decidesMs), onNewConnection: true };
    }
  }
};

/** Checked just before an append, which ends within 10 s of its sending. */
export const mayAppend = (standing: Standing, nowMs: number, { appendMs }: Beliefs): boolean =>
  standing.is === 'RIGHT' && nowMs - standing.lookedMs < appendMs;

/** False: check the end of the identity stream first, then ask again. */
export const mayDispatch = (standing: Standing, nowMs: number, { dispatchMs }: Beliefs): boolean =>
  standing.is === 'RIGHT' && nowMs - standing.lookedMs <= dispatchMs;
