import type { RecordCharge, SeenPix } from '../../../aggregates/cashin/commands';
import type { CashinFacts } from '../../../aggregates/cashin/state';
import { commandIdOf } from '../../handling/deterministic-ids';
import type { Charge } from '../../ports/providers/charge-provider';
import { askCashin, type CashinDeps } from '../cashin-step';
import { creditingOf } from '../delivery/crediting';
import { partiesOf } from './parties';
import { seenDispute, seenPayments, seenSplit } from './seen-payments';

export interface ChargeSaid {
  readonly facts: CashinFacts;
  readonly charge: Charge;
  readonly closed: RecordCharge['closed'];
  readonly causeEventId: string;
}

/** A known report changes nothing. HELD: a PIX arrived, but the partner may not credit the user yet. */
export const recordCharge =
  (deps: CashinDeps) =>
  async ({ facts, charge, closed, causeEventId }: ChargeSaid): Promise<'RECORDED' | 'HELD'> => {
    const step = { intentId: facts.intentId, causeEventId };
    const payments = await seenPayments(deps.vault, facts, charge);
    const split = seenSplit(charge);
    const disputes = charge.disputes.map(seenDispute);
    if (payments.length === 0 && split === null && disputes.length === 0 && closed === null) return 'RECORDED';
    const [crediting, kept] = await Promise.all([creditingOf(deps, facts), partiesOf(deps, facts, payments)]);
    const said = { payments, split, disputes, closed, crediting, ...kept };
    const commandId = commandIdOf('record-charge', facts.intentId, causeEventId, ...wordsOf(said));
    const command = { type: 'RecordCharge', ...said, now: deps.clock.iso() } as const;
    await askCashin(deps, step, { commandId, command });
    return crediting === 'HELD' && payments.length > 0 ? 'HELD' : 'RECORDED';
  };

const wordsOf = ({
  payments,
  split,
  disputes,
  closed,
  crediting = 'FREE',
}: Omit<RecordCharge, 'type' | 'now'>): readonly string[] => [
  ...payments.map(({ endToEndId, amountCents, paidAt, isOtherPayer, refundedCents }: SeenPix) =>
    [endToEndId, amountCents, paidAt, isOtherPayer, refundedCents].join(' '),
  ),
  ...disputes.map(({ disputeId, endToEndId, state, amountCents }) =>
    ['dispute', disputeId, endToEndId, state, amountCents].join(' '),
  ),
  split === null ? 'no split' : `split ${split.isApplied} ${split.amountCents}`,
  closed === null ? 'open' : `closed ${closed.cancelledAt} ${closed.askedAt}`,
  ...(crediting === 'FREE' ? [] : [`crediting ${typeof crediting === 'string' ? crediting : crediting.code}`]),
];
