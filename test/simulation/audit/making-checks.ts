import { cashin } from '../../../aggregates/cashin/cashin';
import type { CashinIntentCreated } from '../../../aggregates/cashin/events';
import { fold } from '../../../aggregates/decider';
import type { ChargeRequest } from '../../../commands/ports/providers/charge-provider';
import type { World } from '../world/world';
import type { Findings } from './demand';
import { type Evidence, ofType } from './evidence';

/** The request that the bank must receive, computed without the code of the ledger. */
const owedRequest = async (
  { deps: { vault } }: World,
  { intentId, amountCents, expiresAt, payer, split }: CashinIntentCreated,
): Promise<Omit<ChargeRequest, 'notAfter'>> => {
  const pixKey = split === null ? null : await vault.open(split.pixKey);
  return {
    ...{ idempotencyKey: intentId, amount: BigInt(amountCents), expiresAt },
    payer: JSON.parse((await vault.open(payer)) ?? 'null') as ChargeRequest['payer'],
    ...(split === null || pixKey === null ? {} : { split: { pixKey, amount: BigInt(split.amountCents) } }),
  };
};

/** An intent has one charge at the bank, of exactly its terms, and shows its code. No other charge exists. */
export const checkChargesMade = async (evidence: Evidence, { holds, equal }: Findings): Promise<void> => {
  const { world, ofCashins } = evidence;
  const { books } = world.charges;
  const unclaimed = new Map(books.entries());
  for (const [stream, history] of ofCashins) {
    const [created] = ofType(history, 'CashinIntentCreated');
    if (created === undefined) continue;
    const { intentId } = created.data;
    const entry = unclaimed.get(intentId);
    unclaimed.delete(intentId);
    const shown = ofType(history, 'ChargeCreated').map(({ data }) => data.brCode);
    holds('a charge is shown once', shown.length <= 1, stream, shown);
    if (shown.length > 0) equal('what is shown can be paid', shown, [books.look(intentId)?.brCode], stream);
    if (entry === undefined) continue;
    const { notAfter, ...asked } = entry.request;
    equal('a charge is of what was quoted', asked, await owedRequest(world, created.data), stream);
    const isExpired = fold(cashin, history).status === 'EXPIRED';
    if (isExpired) holds('what has expired was cancelled', entry.cancelledAtMs !== null, stream);
  }
  equal('nobody is charged for what nobody asked', [...unclaimed.keys()], []);
};
