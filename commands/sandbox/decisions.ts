import { cashin } from '../../aggregates/cashin/cashin';
import type { LedgerEvent } from '../../aggregates/events';
import type { ProviderRejection } from '../../aggregates/kyc/events';
import { isEnded, kycSession } from '../../aggregates/kyc/kyc-session';
import type { Mode } from '../../aggregates/partner/events';
import { invalidField, rejection } from '../../aggregates/rejection';
import { type Folding, stateOf } from '../handling/reading/read-stream';
import type { HandleDeps } from '../handling/request';
import { findOwedPayout, type PlacedPayout } from '../payout/owners/owners';
import type {
  DeliveryDecision,
  DisputeDecision,
  PayoutDecision,
  SandboxControls,
  SessionDecision,
  SimulatedPix,
} from '../ports/providers/sandbox-controls';

type EventStore = HandleDeps['eventStore'];

export interface DecisionDeps {
  readonly eventStore: EventStore;
  readonly sandboxControls: Pick<
    SandboxControls,
    'decidePayout' | 'payCharge' | 'decideDispute' | 'decideDelivery' | 'decideSession'
  >;
}

export interface Asked {
  readonly partnerId: string;
  readonly mode: Mode;
  readonly id: string;
}

type Owner = Pick<Asked, 'partnerId' | 'mode'>;
type Known<State> = Exclude<State, { readonly status: 'NONE' }>;

export const ownState = async <State extends { readonly status: string }, Event extends LedgerEvent>(
  eventStore: EventStore,
  decider: Folding<State, Event>,
  { id, partnerId, mode }: Asked,
): Promise<Known<State> | null> => {
  const state = await stateOf(eventStore, decider, id);
  const { facts } = state as { readonly facts?: Owner };
  return facts?.partnerId === partnerId && facts.mode === mode ? (state as Known<State>) : null;
};

const latestSent = ({ sentTo }: PlacedPayout): string => {
  const latest = [...sentTo].filter(([, provider]) => provider !== null).at(-1);
  if (latest === undefined) throw rejection('WRONG_STATE', 'No order of this payment has been sent yet');
  return latest[0];
};

type ToDecide<Decision> = Asked & { readonly decision: Decision };

export const sandboxDecisions = ({ eventStore, sandboxControls: controls }: DecisionDeps) => ({
  decideSandboxPayout: async ({ decision, ...asked }: ToDecide<PayoutDecision>) => {
    const owed = await findOwedPayout(eventStore, asked.id);
    if (owed === null || owed.partnerId !== asked.partnerId || owed.mode !== asked.mode) return null;
    return controls.decidePayout({ partnerId: asked.partnerId, idempotencyKey: latestSent(owed) }, decision);
  },

  paySandboxCharge: async ({ pix, ...asked }: Asked & { readonly pix: SimulatedPix }) => {
    const state = await ownState(eventStore, cashin, asked);
    if (state === null) return null;
    // No bank reports such a PIX, so it could never be accepted.
    if (pix.paidAtMs !== undefined && pix.paidAtMs < Date.parse(state.facts.createdAt)) {
      throw invalidField('paidAt', 'is before the intent was created');
    }
    return controls.payCharge({ partnerId: asked.partnerId, idempotencyKey: asked.id }, pix);
  },

  decideSandboxDispute: async ({ decision, ...asked }: ToDecide<DisputeDecision>) => {
    if ((await ownState(eventStore, cashin, asked)) === null) return null;
    return controls.decideDispute({ partnerId: asked.partnerId, idempotencyKey: asked.id }, decision);
  },

  decideSandboxDelivery: async ({ decision, ...asked }: ToDecide<DeliveryDecision>) => {
    const state = await ownState(eventStore, cashin, asked);
    if (state === null) return null;
    if (!('deliveryId' in state.delivery)) throw rejection('WRONG_STATE', 'No order of this payment has been sent yet');
    await controls.decideDelivery({ partnerId: asked.partnerId, idempotencyKey: state.delivery.deliveryId }, decision);
    return decision;
  },

  /** Also revokes an approval. Without a reason: the reason of the document, or OTHER. */
  decideSandboxSession: async ({ decision, reason, ...asked }: ToDecide<SessionDecision> & Reasoned) => {
    if (reason !== undefined && decision !== 'REJECTED')
      throw invalidField('reason', 'is only allowed with a rejection');
    const state = await ownState(eventStore, kycSession, asked);
    if (state === null) return null;
    const isTakenBack = state.status === 'APPROVED' && decision === 'REJECTED';
    if (isEnded(state.status) && !isTakenBack)
      throw rejection('WRONG_STATE', `The session already has status ${state.status}`);
    const { providerSessionId = '' } = state.opened ?? {};
    await controls.decideSession({ partnerId: asked.partnerId, providerSessionId }, decision, reason);
    return decision;
  },
});

interface Reasoned {
  readonly reason?: ProviderRejection | undefined;
}
