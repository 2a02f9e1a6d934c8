import type { Mode } from '../../aggregates/partner/events';
import { rejection } from '../../aggregates/rejection';
import type { HandleDeps } from '../handling/request';
import { readPayout, streamsOwing } from '../payout/owners/owners';
import type { Decided, PayoutDecision, SandboxControls, SimulatedPayout } from '../ports/sandbox-controls';

export interface DecidePayoutDeps {
  readonly eventStore: HandleDeps['eventStore'];
  readonly sandboxControls: Pick<SandboxControls, 'decidePayout'>;
}

export interface DecidePayout {
  readonly partnerId: string;
  readonly mode: Mode;
  /** Of an intent, or of whatever else owes a payout. */
  readonly id: string;
  readonly decision: PayoutDecision;
}

/** Decides the latest attempt at the simulated bank; null when no payout of the caller has this id. Writes no event. */
export const decidePayout =
  (deps: DecidePayoutDeps) =>
  async ({ partnerId, mode, id, decision }: DecidePayout): Promise<SimulatedPayout | null> => {
    const idempotencyKey = await sentKeyOf(deps, { partnerId, mode, id });
    if (idempotencyKey === null) return null;
    return decidedOr(await deps.sandboxControls.decidePayout({ partnerId, idempotencyKey }, decision));
  };

type Asked = Omit<DecidePayout, 'decision'>;

const sentKeyOf = async ({ eventStore }: DecidePayoutDeps, { partnerId, mode, id }: Asked): Promise<string | null> => {
  for (const stream of streamsOwing(id)) {
    const owed = await readPayout(eventStore, stream);
    if (owed?.partnerId !== partnerId || owed.mode !== mode) continue;
    const sent = [...owed.sentTo].filter(([, provider]) => provider !== null);
    const latest = sent.at(-1);
    if (latest === undefined) throw rejection('WRONG_STATE', 'Nothing has been sent for it yet');
    return latest[0];
  }
  return null;
};

const decidedOr = (decided: Decided): SimulatedPayout => {
  switch (decided.kind) {
    case 'DONE':
      return decided.payout;
    case 'UNKNOWN':
      throw rejection('WRONG_STATE', 'The bank has not booked it');
    case 'TOO_LATE':
      throw rejection('WRONG_STATE', `The payout is ${decided.state} already`);
    case 'TOO_MUCH':
      throw rejection('VALIDATION_ERROR', 'More than was paid cannot come back', {
        amount: `is more than the ${decided.leftCents} cents that are left`,
      });
  }
};
