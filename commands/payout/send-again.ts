import type { StreamName } from '../../aggregates/stream';
import type { HandleDeps } from '../handling/request';
import type { KeyVault } from '../ports/key-vault';
import type { Payout, PayoutMethod, PayoutProvider } from '../ports/payout-provider';
import type { CallContext } from '../ports/result';
import { type PlacedPayout, readPayout } from './owners/owners';
import { isAnotherPayee } from './payees';
import { asked } from './payout-answer';

export interface SendAgainDeps extends Pick<HandleDeps, 'eventStore'> {
  readonly vault: Pick<KeyVault, 'open'>;
  /** The stream of the payout that has this provider key; null when there is none. */
  readonly streamOfPayout: (providerKey: string) => Promise<StreamName | null>;
}

export interface LostPayout {
  readonly owed: PlacedPayout;
  readonly providerKey: string;
  readonly call: CallContext;
  /** From before the key was first sent until now: ISO 8601, UTC. */
  readonly window: { readonly from: string; readonly to: string };
}

/** More payouts of one amount in the window are not told apart one by one: nothing is sent again. */
export const MAXIMUM_SUSPECTS = 200;

/**
 * True when the provider keeps keys, and its whole list of the window shows nothing that could be this payout under
 * another name. A list that cannot be seen, or not whole, proves nothing (design: providers, rule 5).
 */
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

/** Null when the payee was erased: then nothing is provably another. */
const methodOf = async ({ vault }: SendAgainDeps, { terms }: PlacedPayout): Promise<PayoutMethod | null> => {
  const instruction = await vault.open(terms.instruction);
  return instruction === null ? null : (JSON.parse(instruction) as PayoutMethod);
};

/** It carries a key of ours that belongs to another payout, or a payee that is told and differs. */
const isAnother = async (
  deps: SendAgainDeps,
  { owed, providerKey }: LostPayout,
  { idempotencyKey, state, payee }: Payout,
  method: PayoutMethod | null,
): Promise<boolean> => {
  if (idempotencyKey === providerKey) return false;
  const stream = await ownerOfKey(deps, idempotencyKey);
  if (stream === null) return isAnotherPayee(payee, method);
  // An earlier attempt of this very payout was rejected: it must not have paid after all.
  return stream !== owed.stream || state === 'FAILED';
};

/** Whose key it is, as its stream says: a read model may point at a stream, and does not decide about money. */
const ownerOfKey = async (deps: SendAgainDeps, key: string): Promise<StreamName | null> => {
  const stream = key === '' ? null : await deps.streamOfPayout(key);
  if (stream === null) return null;
  return (await readPayout(deps.eventStore, stream))?.sentTo.has(key) === true ? stream : null;
};
