import { isRejection, rejection } from '../../../aggregates/rejection';
import type { Clock } from '../../ports/clock';
import type { Handled, Tried } from '../request';

/** Lost races or unanswered appends before the store counts as unreachable. */
const MAXIMUM_ATTEMPTS = 5;

/** No try starts after this: a caller gets an answer within 3 s when the store is unreachable. */
const MAXIMUM_DURATION_MS = 1_500;

/** Starts before the command's turn, so that waiting counts. */
export const giveUpTimeOf = (clock: Clock): number => clock.now() + MAXIMUM_DURATION_MS;

/** Rejects with SERVICE_UNAVAILABLE, or with the error of an attempt; `mayBeRecorded` says if events may be written. */
export const untilHandled = async <State, Event>(
  clock: Clock,
  giveUpAtMs: number,
  tryOnce: (tries: number) => Promise<Tried<State, Event>>,
): Promise<Handled<State, Event>> => {
  let isUncertain = false;
  try {
    for (let tries = 0; tries < MAXIMUM_ATTEMPTS && clock.now() < giveUpAtMs; tries += 1) {
      const tried = await tryOnce(tries);
      if (typeof tried !== 'string') return tried;
      if (tried === 'unknown') isUncertain = true;
    }
    throw rejection('SERVICE_UNAVAILABLE', 'The ledger is busy or unreachable; no data was lost. Repeat the request');
  } catch (error) {
    if (isUncertain && error instanceof Error && !isRefusal(error)) Object.assign(error, { [UNANSWERED]: true });
    throw error;
  }
};

const UNANSWERED = 'hasUnansweredAppend';

/** True when the command's events may be in the log although it failed. */
export const mayBeRecorded = (error: unknown): boolean => error instanceof Error && UNANSWERED in error;

const isRefusal = (error: unknown): boolean => isRejection(error) && error.rejection.code !== 'SERVICE_UNAVAILABLE';
