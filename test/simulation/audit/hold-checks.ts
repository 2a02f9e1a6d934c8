import type { Findings } from './demand';
import type { Streams } from './evidence';

const SENDING: readonly string[] = ['PayoutRequested', 'PayoutDispatched'];

/** A hold stops requests and dispatches until its release, whatever was under way. */
export const checkHolds = ({ ofCashouts, ofWithdrawals }: Streams, { holds }: Findings): void => {
  for (const [stream, history] of [...ofCashouts, ...ofWithdrawals]) {
    let isHeld = false;
    for (const { type } of history) {
      if (type === 'PayoutHeld') isHeld = true;
      if (type === 'PayoutReleased') isHeld = false;
      holds('nothing is sent of a held payout', !(isHeld && SENDING.includes(type)), stream, type);
    }
  }
};
