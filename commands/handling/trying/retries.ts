import { isRejection, rejection } from '../../../aggregates/rejection';
import type { Clock } from '../../ports/clock';
import type { Handled, Tried } from '../request';

/** Beyond this many lost races or silences the store is considered away. */
const MAXIMUM_ATTEMPTS = 5;

/** No further try begins after this: a caller hears within 3 s that the store is away. */
const MAXIMUM_DURATION_MS = 1_500;

/** Counted from when the command was asked for, so that the wait for its turn is part of it. */
export const giveUpTimeOf = (clock: Clock): number => clock.now() + MAXIMUM_DURATION_MS;

/**
 * Tries until the command is handled. Rejects with SERVICE_UNAVAILABLE when it never is, and with whatever a try rejects
 * with; `mayBeRecorded` tells of each whether something may have been written all the same.
 */
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
    throw rejection('SERVICE_UNAVAILABLE', 'The ledger is busy or away; nothing was lost, ask again');
  } catch (error) {
    if (isUncertain && error instanceof Error && !isRefusal(error)) Object.assign(error, { [UNANSWERED]: true });
    throw error;
  }
};

/** Of an error: an append of the command went without an answer, so nobody may say that nothing happened. */
const UNANSWERED = 'hasUnansweredAppend';

/** Whether what the command decided may be in the log although it failed. A refusal says that it is not. */
export const mayBeRecorded = (error: unknown): boolean => error instanceof Error && UNANSWERED in error;

/** By the decider, from a stream that was read after the append without an answer. */
const isRefusal = (error: unknown): boolean => isRejection(error) && error.rejection.code !== 'SERVICE_UNAVAILABLE';
