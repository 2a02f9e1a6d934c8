import type { RecordCharge, SeenPix } from '../../aggregates/cashin/commands';
import type { CashinFacts } from '../../aggregates/cashin/state';
import { commandIdOf } from '../handling/deterministic-ids';
import type { Charge } from '../ports/providers/charge-provider';
import { askCashin, type CashinDeps, type CashinStep } from './cashin-step';
import { seenDispute, seenPayments, seenSplit } from './seen-payments';

export interface ChargeSaid {
  readonly facts: CashinFacts;
  /** Believed already. */
  readonly charge: Charge;
  readonly closed: RecordCharge['closed'];
  readonly causeEventId: string;
}

/** Answers, callbacks and polls all end here: what was seen before changes nothing. */
export const recordCharge =
  (deps: CashinDeps) =>
  async ({ facts, charge, closed, causeEventId }: ChargeSaid): Promise<void> => {
    const step = { intentId: facts.intentId, causeEventId };
    const payments = await seenPayments(deps.vault, facts, charge);
    const split = seenSplit(charge);
    if (payments.length > 0 || split !== null || closed !== null) {
      const said = { payments, split, closed };
      const commandId = commandIdOf('record-charge', facts.intentId, causeEventId, ...wordsOf(said));
      const command = { type: 'RecordCharge', ...said, now: deps.clock.iso() } as const;
      await askCashin(deps, step, { commandId, command });
    }
    await recordDisputes(deps, step, charge);
  };

/** Another answer is another command. */
const wordsOf = ({ payments, split, closed }: Omit<RecordCharge, 'type' | 'now'>): readonly string[] => [
  ...payments.map(({ endToEndId, amountCents, paidAt, isOtherPayer }: SeenPix) =>
    [endToEndId, amountCents, paidAt, isOtherPayer].join(' '),
  ),
  split === null ? 'no split' : `split ${split.isApplied} ${split.amountCents}`,
  closed === null ? 'open' : `closed ${closed.cancelledAt} ${closed.askedAt}`,
];

const recordDisputes = async (deps: CashinDeps, step: CashinStep, { disputes }: Charge): Promise<void> => {
  for (const dispute of disputes) {
    const command = seenDispute(dispute, deps.clock.iso());
    const { disputeId, endToEndId, state, amountCents } = command;
    const words = [step.intentId, step.causeEventId, disputeId, endToEndId, state, amountCents];
    await askCashin(deps, step, { commandId: commandIdOf('record-dispute', ...words), command });
  }
};
