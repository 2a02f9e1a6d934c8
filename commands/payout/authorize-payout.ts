import { awaitedUnder } from '../../aggregates/payout/state';
import type { StreamName } from '../../aggregates/stream';
import type { HandleDeps } from '../handling/request';
import type { ExpiringValues } from '../ports/expiring-values';
import type { KeyVault } from '../ports/key-vault';
import type { OrderToAuthorize } from '../ports/providers/callback-source';
import type { PayoutMethod } from '../ports/providers/payout-provider';
import { type PlacedPayout, readPayout } from './owners/owners';
import { isAnotherPayee } from './payees';

export interface AuthorizePayoutDeps extends Pick<HandleDeps, 'eventStore' | 'clock'> {
  readonly vault: Pick<KeyVault, 'open'>;
  readonly expiring: Pick<ExpiringValues, 'count' | 'put' | 'read'>;
  readonly streamOfPayout: (providerKey: string) => Promise<StreamName | null>;
}

/** After the dispatch: a bank asks seconds after the order was made, and a few times. */
const ASKED_WITHIN_MS = 10 * 60_000;
const SKEW_MS = 60_000;
const KEPT_SECONDS = 3_600;

/** True for a dispatched order with equal key, kind, amount and payee, within its time. Rejects without a store. */
export const authorizePayout =
  (deps: AuthorizePayoutDeps) =>
  async (provider: string, order: OrderToAuthorize): Promise<boolean> => {
    const stream = await deps.streamOfPayout(order.key);
    const owed = stream === null ? null : await readPayout(deps.eventStore, stream);
    if (owed === null || !isAwaited(deps, owed, provider, order)) return false;
    const instruction = await deps.vault.open(owed.terms.instruction);
    if (instruction === null || isAnotherPayee(order.payee, JSON.parse(instruction) as PayoutMethod)) return false;
    return isOnlyOrder(deps, provider, order);
  };

const isAwaited = (
  { clock }: Pick<AuthorizePayoutDeps, 'clock'>,
  { payout, terms, mode }: PlacedPayout,
  provider: string,
  { key, kind, amount }: OrderToAuthorize,
): boolean => {
  const sent = awaitedUnder(payout, key);
  if (sent === null || mode !== 'live' || sent.provider !== provider) return false;
  const ageMs = clock.now() - Date.parse(sent.dispatchedAt);
  const isInTime = ageMs >= -SKEW_MS && ageMs <= ASKED_WITHIN_MS;
  return isInTime && terms.kind === kind && BigInt(terms.amountCents) === amount;
};

/** The first order of a key is the only one; if the process dies in between, no order is. */
const isOnlyOrder = async (
  { expiring }: Pick<AuthorizePayoutDeps, 'expiring'>,
  provider: string,
  { key, providerId }: OrderToAuthorize,
): Promise<boolean> => {
  const [counted, named] = [`authorized:${provider}:${key}`, `authorized-order:${provider}:${key}`];
  const isFirst = (await expiring.count(counted, KEPT_SECONDS)) === 1;
  if (!isFirst) return (await expiring.read(named)) === providerId;
  await expiring.put(named, providerId, KEPT_SECONDS);
  return true;
};
