import { cashin } from '../../aggregates/cashin/cashin';
import type { CashinCommand } from '../../aggregates/cashin/commands';
import type { CashinEvent } from '../../aggregates/cashin/events';
import type { CashinFacts, CashinState, KnownCashin } from '../../aggregates/cashin/state';
import type { NetworkName } from '../../aggregates/chain';
import { fold } from '../../aggregates/decider';
import { rejection } from '../../aggregates/rejection';
import { streamNameOf } from '../../aggregates/stream';
import { user } from '../../aggregates/user/user';
import type { Alert } from '../alerts/kinds';
import { systemContext } from '../handling/context';
import { handle } from '../handling/handle';
import { historyOf, stateOf } from '../handling/reading/read-stream';
import type { HandleDeps } from '../handling/request';
import type { CashoutSettings } from '../handling/settings';
import type { Resolved } from '../payout/request-payout';
import type { SignedOrders } from '../ports/chains/signed-orders';
import type { Ids } from '../ports/ids';
import type { KeyVault } from '../ports/key-vault';
import type { ChargeProviders } from '../ports/providers/charge-provider';
import type { CryptoDeliveries } from '../ports/providers/crypto-delivery';
import type { CallContext } from '../ports/providers/result';
import { alertCashin } from './alert-cashin';

export interface CashinDeps extends HandleDeps {
  readonly ids: Ids;
  readonly workerId: string;
  readonly alert: Alert;
  readonly settings: Pick<CashoutSettings, 'payoutAttemptDelaysMs'>;
  readonly vault: Pick<KeyVault, 'open' | 'seal'>;
  readonly chargeProviders: Pick<ChargeProviders, 'named'>;
  readonly cryptoDeliveries: Pick<CryptoDeliveries, 'named'>;
  readonly signedOrders: SignedOrders;
  /** The intent that has the PIX, by the read models; null without one. */
  readonly intentOfPix: (endToEndId: string) => Promise<string | null>;
  /** The partner may let any wallet be credited (`cashin-any-wallet`). */
  readonly mayCreditAnyWallet: (partnerId: string) => Promise<boolean>;
  /** The address in its stored form; null when the network has no such address. */
  readonly canonicalAddressOn: (network: NetworkName, address: string) => string | null;
}

export interface CashinStep {
  readonly intentId: string;
  readonly causeEventId: string;
}

export interface WaitingStep extends CashinStep {
  /** Start of the step: milliseconds since 1970. */
  readonly sinceMs: number;
}

/** Wait until an outside condition may have changed. */
export const HELD_MS = 60_000;

/** Wait while an operator must act, or while the step has no work left. */
export const AT_REST_MS = 3_600_000;

const CALL_TIMEOUT_MS = 10_000;

export const PROVIDER_GONE = 'The provider of a cash-in is not configured: the cash-in cannot continue';

export const streamOfCashin = (intentId: string) => streamNameOf(cashin, intentId);

export const cashinIn = (deps: Pick<HandleDeps, 'eventStore'>, intentId: string): Promise<CashinState> =>
  stateOf(deps.eventStore, cashin, intentId);

/** Refuses INTENT_NOT_FOUND. */
export const mustBeCashin = async (deps: Pick<HandleDeps, 'eventStore'>, intentId: string): Promise<KnownCashin> => {
  const state = await cashinIn(deps, intentId);
  if (state.status === 'NONE') throw rejection('INTENT_NOT_FOUND', 'No such intent');
  return state;
};

export const playedCashinIn = async (
  { eventStore }: Pick<HandleDeps, 'eventStore'>,
  intentId: string,
): Promise<{ readonly state: CashinState; readonly scenario: string | undefined }> => {
  const history = await historyOf(eventStore, cashin, intentId);
  const created = history.find(({ type }) => type === 'CashinIntentCreated');
  const scenario = created?.type === 'CashinIntentCreated' ? created.data.scenario : undefined;
  return { state: fold(cashin, history as unknown as readonly CashinEvent[]), scenario };
};

export const callFor = (
  { clock }: Pick<HandleDeps, 'clock'>,
  { intentId, partnerId, mode }: CashinFacts,
): CallContext => ({ requestId: intentId, partnerId, mode, deadlineMs: clock.now() + CALL_TIMEOUT_MS });

export const heldBack = ({ clock }: Pick<HandleDeps, 'clock'>, waitMs = HELD_MS): Resolved => ({
  askAgainAtMs: clock.now() + waitMs,
});

const ALERT_AFTER_MS = 3_600_000;

/** Without an answer the amount stays unsent: the step asks again, and alerts an operator after an hour. */
export const unanswered = (
  deps: Pick<CashinDeps, 'clock' | 'alert'>,
  { intentId, sinceMs }: WaitingStep,
  waitMs: number,
): Resolved => {
  if (deps.clock.now() - sinceMs > ALERT_AFTER_MS) {
    deps.alert('A delivery or refund of a cash-in has waited for an hour: its provider does not answer', {
      stream: streamOfCashin(intentId),
    });
  }
  return heldBack(deps, waitMs);
};

/** A blocked user receives no delivery; an owed refund still goes back. */
export const isUserBlocked = async (
  { eventStore }: Pick<HandleDeps, 'eventStore'>,
  { facts }: Pick<KnownCashin, 'facts'>,
) => (await stateOf(eventStore, user, facts.userId)).status === 'BLOCKED';

export const askCashin = async (
  deps: HandleDeps & Pick<CashinDeps, 'alert'>,
  { intentId, causeEventId }: CashinStep,
  { commandId, command }: { readonly commandId: string; readonly command: CashinCommand },
): Promise<readonly CashinEvent[]> => {
  const appended = await handle(deps, cashin, {
    id: intentId,
    context: systemContext('cashins', commandId, causeEventId),
    command,
    recalls: true,
  });
  alertCashin(deps.alert, intentId, appended);
  return appended.events;
};
