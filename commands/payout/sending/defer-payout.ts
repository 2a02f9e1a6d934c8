import { type HaltsState, isHalted } from '../../../aggregates/halts/halts';
import type { DeferralReason } from '../../../aggregates/payout/events';
import { systemContext } from '../../handling/context';
import type { HandleDeps } from '../../handling/request';
import type { Ids } from '../../ports/ids';
import type { KeyVault } from '../../ports/key-vault';
import type { PayoutMethod, PayoutProvider } from '../../ports/providers/payout-provider';
import { deferralBy } from '../limits';
import { askPayout, type PlacedPayout } from '../owners/owners';
import { payeeDigest, payeeKeyOf } from '../payees';
import type { PayoutStep } from '../request-payout';

export const DEFERRED_MS = 15_000;

export interface DeferDeps extends HandleDeps {
  readonly ids: Ids;
  readonly vault: Pick<KeyVault, 'digest'>;
}

export interface JudgedPayout {
  readonly step: PayoutStep;
  readonly owed: PlacedPayout;
  readonly provider: PayoutProvider;
  readonly halted: HaltsState;
  /** In clear; null when the payee was erased. */
  readonly instruction: string | null;
}

/** Answers true when the payout must wait; records a new reason first. */
export const deferPayout = async (deps: DeferDeps, judged: JudgedPayout): Promise<boolean> => {
  const { step, owed, provider } = judged;
  const { terms, payout } = owed;
  const limited = { kind: terms.kind, amountCents: BigInt(terms.amountCents) };
  const reason = await reasonFor(deps, judged, limited);
  if (reason === null) return false;
  if (payout.phase !== 'REQUESTED' || payout.deferred?.reason === reason) return true;
  await askPayout(deps, step.stream, {
    // A reason may come again.
    context: systemContext('payouts', deps.ids.uuid(), step.causeEventId),
    command: { type: 'DeferPayout', provider: provider.name, reason, now: deps.clock.iso() },
  });
  return true;
};

const reasonFor = async (
  deps: DeferDeps,
  judged: JudgedPayout,
  limited: Parameters<typeof deferralBy>[1],
): Promise<DeferralReason | null> => {
  const { provider } = judged;
  if (await isHaltedFor(deps, judged)) return 'HALTED';
  const reason = deferralBy(provider, limited, deps.clock.now());
  if (reason !== null) return reason;
  return (await provider.isUnderFloor?.(limited.amountCents)) === true ? 'UNDER_FLOOR' : null;
};

const isHaltedFor = async (
  { vault }: Pick<DeferDeps, 'vault'>,
  { owed: { terms, fundedBy }, provider, halted, instruction }: JudgedPayout,
): Promise<boolean> => {
  if (halted.size === 0) return false;
  // Network names have no colon.
  const [network = ''] = fundedBy.split(':');
  const named = [
    { scope: 'METHOD', value: terms.kind },
    { scope: 'PROVIDER', value: provider.name },
    { scope: 'NETWORK', value: network },
  ] as const;
  if (isHalted(halted, ...named)) return true;
  const key = instruction === null ? null : payeeKeyOf(JSON.parse(instruction) as PayoutMethod);
  return key !== null && isHalted(halted, { scope: 'PAYEE', value: await payeeDigest(vault, key) });
};
