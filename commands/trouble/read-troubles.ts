import { cashin } from '../../aggregates/cashin/cashin';
import type { KnownCashin } from '../../aggregates/cashin/state';
import { hasEnded, isContradictedSince } from '../../aggregates/payout/state';
import { partsOfStream, type StreamName } from '../../aggregates/stream';
import type { WithdrawalState } from '../../aggregates/withdrawal/state';
import { withdrawal } from '../../aggregates/withdrawal/withdrawal';
import { cashinIn } from '../cashin/cashin-step';
import type { HandleDeps } from '../handling/request';
import { readPayout } from '../payout/owners/owners';
import { withdrawalIn } from '../withdrawal/send-redemption';

/** A step that moves money and has not ended, or whose end is in contradiction. */
export interface Trouble {
  readonly paymentId: string;
  readonly step: 'PAYOUT' | 'DELIVERY' | 'REFUND' | 'REDEMPTION';
  readonly phase: string;
  /** Of a refund; else null. */
  readonly pix: string | null;
  readonly heldAt: string | null;
  /** The last one; null: none. */
  readonly contradiction: string | null;
  /** The operator whose word waits for a second one; null: none. */
  readonly proposedBy: string | null;
}

type Deps = Pick<HandleDeps, 'eventStore'>;

/** By the stream of a payment; none for a stream that moves no money. */
export const readTroubles = async (deps: Deps, stream: StreamName): Promise<readonly Trouble[]> => {
  const { category, id = '' } = partsOfStream(stream) ?? {};
  if (category === cashin.category) return ofCashin(id, await cashinIn(deps, id));
  const ofDebit = category === withdrawal.category ? debitIn(id, await withdrawalIn(deps.eventStore, stream)) : [];
  const isOwner = category === 'cashout' || category === withdrawal.category;
  return [...ofDebit, ...(isOwner ? await ofPayout(deps, stream) : [])];
};

const ofPayout = async ({ eventStore }: Deps, stream: StreamName): Promise<readonly Trouble[]> => {
  const owed = await readPayout(eventStore, stream);
  if (owed === null || (hasEnded(owed.payout) && !isContradictedSince(owed.payout))) return [];
  const { phase, heldAt, contradictions, proposal } = owed.payout;
  return [troubleOf({ paymentId: owed.id, step: 'PAYOUT', phase, heldAt, contradictions, ...proposal })];
};

interface Known extends Pick<Trouble, 'paymentId' | 'step' | 'phase'>, Partial<Pick<Trouble, 'pix'>> {
  readonly heldAt: string | undefined;
  readonly contradictions: readonly string[];
  readonly proposedBy?: string;
}

const troubleOf = ({ paymentId, step, phase, pix = null, heldAt, contradictions, proposedBy }: Known): Trouble => ({
  ...{ paymentId, step, phase, pix, heldAt: heldAt ?? null },
  ...{ contradiction: contradictions.at(-1) ?? null, proposedBy: proposedBy ?? null },
});

const debitIn = (paymentId: string, state: WithdrawalState): readonly Trouble[] => {
  const about = { paymentId, step: 'REDEMPTION', heldAt: undefined } as const;
  if (state.status === 'REDEEMING') {
    const { redemption, hold } = state;
    const contradictions = redemption.phase === 'SENT' ? redemption.contradictions : [];
    const { phase, proposal } = redemption;
    return [troubleOf({ ...about, phase, heldAt: hold?.heldAt, contradictions, ...proposal })];
  }
  if (!('facts' in state)) return [];
  const { status: phase, proposal } = state;
  const contradictions = state.status === 'FAILED' ? state.contradictions : (state.doubts ?? []);
  return contradictions.length === 0 ? [] : [troubleOf({ ...about, phase, contradictions, ...proposal })];
};

const ofCashin = (paymentId: string, state: { readonly status: 'NONE' } | KnownCashin): readonly Trouble[] => {
  if (state.status === 'NONE') return [];
  const { status, delivery, received, hold, contradictions, proposal } = state;
  const about = { paymentId, heldAt: hold?.heldAt, contradictions, ...proposal };
  const isOpen = status === 'ACTIVE' && state.accepted !== null;
  return [
    ...(isOpen ? [troubleOf({ ...about, step: 'DELIVERY', phase: delivery.phase })] : []),
    ...received.flatMap(({ endToEndId: pix, refund }) =>
      refund === null || refund.phase === 'DONE'
        ? []
        : [troubleOf({ ...about, step: 'REFUND', phase: refund.phase, pix })],
    ),
  ];
};
