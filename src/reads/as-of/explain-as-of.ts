import type { Recorded } from '../../../aggregates/events';
import type { PaymentKind } from '../../../aggregates/families';
import { explainCashin } from '../../../commands/cashin/explain-cashin';
import { explainIntent } from '../../../commands/cashout/explain-intent';
import type { Explanation } from '../../../commands/explaining/explain';
import type { WhatWaits } from '../../../commands/ports/what-waits';
import { explainWithdrawal } from '../../../commands/withdrawal/explain-withdrawal';

const NOTHING_WAITS: WhatWaits = {
  ...{ parked: [], failing: [], asking: null, openDeposits: [], unread: [], givenUp: [], network: null },
};

/** `heldBy` is empty: events do not record the networks, providers and parked streams that delayed the payment then. */
export const explainAsOf = async (kind: PaymentKind, id: string, events: readonly Recorded[]): Promise<Explanation> => {
  const eventStore = { readStream: async (stream: string) => events.filter((event) => event.stream === stream) };
  const nowMs = Date.parse(events.at(-1)?.metadata.at ?? '');
  const clock = { now: () => nowMs, iso: () => new Date(nowMs).toISOString() };
  const isThere = () => true;
  const explainers = {
    CASHOUT: explainIntent({ eventStore, clock, whatWaits: async () => NOTHING_WAITS, isProviderThere: isThere }),
    CASHIN: explainCashin({ eventStore, isChargeProviderThere: isThere, isDeliveryProviderThere: isThere }),
    WITHDRAW: explainWithdrawal({ eventStore, redemptions: { named: () => null } }),
  };
  return { ...(await explainers[kind](id)), heldBy: [] };
};
