import type { LedgerEvent } from '../../../aggregates/events';
import { streamNameOf } from '../../../aggregates/stream';
import type { Asked } from '../request';

/** Commands that open a stream take no turn: one wins, and the others have nothing left to write. */
export const inItsTurn = <State, Command, Event extends LedgerEvent, Value>(
  { deps, decider, request }: Asked<State, Command, Event>,
  run: () => Promise<Value>,
): Promise<Value> =>
  request.opensStream === true || deps.inTurn === undefined
    ? run()
    : deps.inTurn(streamNameOf(decider, request.id), run);
