import type { Decider } from '../../aggregates/decider';
import type { LedgerEvent } from '../../aggregates/events';
import { type RejectionError, rejection } from '../../aggregates/rejection';
import { streamNameOf } from '../../aggregates/stream';
import type { Denial, Denials } from '../ports/denials';
import { handle } from './handle';
import { historyOf } from './reading/read-stream';
import type { HandleDeps, Handled, Request } from './request';
import { mayBeRecorded } from './trying/retries';

export interface DenyingDeps extends HandleDeps {
  readonly denials: Denials;
}

export interface Taking extends Omit<Denial, 'stream' | 'revision'> {
  readonly isTakenBy: (event: LedgerEvent) => boolean;
}

/** Answers once the change is in force. Repeat it after a failure. Rejects with SERVICE_UNAVAILABLE. */
export const revokeRight = async <State, Command, Event extends LedgerEvent>(
  deps: DenyingDeps,
  decider: Decider<State, Command, Event>,
  request: Request<Command>,
  taking: Taking,
): Promise<Handled<State, Event>> => {
  const handled = await handleAloud(deps, decider, request);
  try {
    const revision = handled.writtenRevision ?? (await takenAt(deps, decider, request.id, taking));
    const { kind, subject, value } = taking;
    const stream = streamNameOf(decider, request.id);
    if (revision !== undefined) await deps.denials.deny({ kind, subject, stream, revision, value });
  } catch (error) {
    throw unavailable('The change is recorded but not active yet: repeat the request', error);
  }
  return handled;
};

const takenAt = async <State, Command, Event extends LedgerEvent>(
  { eventStore }: DenyingDeps,
  decider: Decider<State, Command, Event>,
  id: string,
  { isTakenBy }: Taking,
): Promise<number | undefined> =>
  (await historyOf(eventStore, decider, id)).findLast((event) => isTakenBy(event))?.revision;

/** After an unanswered append the caller must learn that the change may be recorded. */
const handleAloud = async <State, Command, Event extends LedgerEvent>(
  deps: DenyingDeps,
  decider: Decider<State, Command, Event>,
  request: Request<Command>,
): Promise<Handled<State, Event>> => {
  try {
    return await handle(deps, decider, request);
  } catch (error) {
    if (!mayBeRecorded(error)) throw error;
    throw unavailable('The change may be missing: repeat the request', error);
  }
};

const unavailable = (message: string, cause: unknown): RejectionError =>
  Object.assign(rejection('SERVICE_UNAVAILABLE', message), { cause });
