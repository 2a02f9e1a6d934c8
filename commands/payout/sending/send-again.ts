import type { StreamName } from '../../../aggregates/stream';
import type { HandleDeps } from '../../handling/request';
import type { KeyVault } from '../../ports/key-vault';
import type { Payout, PayoutMethod, PayoutProvider } from '../../ports/providers/payout-provider';
import type { CallContext } from '../../ports/providers/result';
import { asked } from '../outcome/payout-answer';
import { type PlacedPayout, readPayout } from '../owners/owners';
import { isAnotherPayee } from '../payees';

export interface SendAgainDeps extends Pick<HandleDeps, 'eventStore'> {
  readonly vault: Pick<KeyVault, 'open'>;
  readonly streamOfPayout: (providerKey: string) => Promise<StreamName | null>;
}

export interface LostPayout {
  readonly owed: PlacedPayout;
  readonly providerKey: string;
  readonly call: CallContext;
  /** From before the first sending until now: ISO 8601, UTC. */
  readonly window: { readonly from: string; readonly to: string };
}

/** Limit of payouts of the same amount in the window; with more, no key is resent. */
export const MAXIMUM_SUSPECTS = 200;

/** Only a complete list without a possible match proves that the payout is unpaid. */
export const isUnpaid = async (deps: SendAgainDeps, provider: PayoutProvider, lost: LostPayout): Promise<boolean> => {
  if (provider.idempotency !== 'NATIVE') return false;
  const { owed, providerKey, call, window } = lost;
  const listed = await asked(provider.name, () => provider.list(call, window.from, window.to));
  if (!listed.ok) return false;
  const amountCents = BigInt(owed.terms.amountCents);
  const suspects = listed.value.filter(
    ({ idempotencyKey, amount }) => idempotencyKey === providerKey || amount === amountCents,
  );
  if (suspects.length > MAXIMUM_SUSPECTS) return false;
  const method = await methodOf(deps, owed);
  for (const suspect of suspects) if (!(await isAnother(deps, lost, suspect, method))) return false;
  return true;
};

const methodOf = async ({ vault }: SendAgainDeps, { terms }: PlacedPayout): Promise<PayoutMethod | null> => {
  const instruction = await vault.open(terms.instruction);
  return instruction === null ? null : (JSON.parse(instruction) as PayoutMethod);
};

const isAnother = async (
  deps: SendAgainDeps,
  { owed, providerKey }: LostPayout,
  { idempotencyKey, state, payee }: Payout,
  method: PayoutMethod | null,
): Promise<boolean> => {
  if (idempotencyKey === providerKey) return false;
  const stream = await ownerOfKey(deps, idempotencyKey);
  if (stream === null) return isAnotherPayee(payee, method);
  // An earlier attempt of this payout must have failed.
  return stream !== owed.stream || state === 'FAILED';
};

/** Confirmed from the stream: a read model does not decide about money. */
const ownerOfKey = async (deps: SendAgainDeps, key: string): Promise<StreamName | null> => {
  const stream = key === '' ? null : await deps.streamOfPayout(key);
  if (stream === null) return null;
  return (await readPayout(deps.eventStore, stream))?.sentTo.has(key) === true ? stream : null;
};
