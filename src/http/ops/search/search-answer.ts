import { parseCnpj, parseCpf } from '../../../../aggregates/codes/tax-id';
import { invalidField } from '../../../../aggregates/rejection';
import type { StreamCategory } from '../../../../aggregates/stream';
import { partnerNamesOf } from '../../../../read-models/operators/operator-lists';
import { statusesOf } from '../../../../read-models/operators/payments';
import type { Found } from '../../../reads/search/found';
import { FEWEST_CHARACTERS } from '../../../reads/search/search';
import type { OpsDeps } from '../ops-deps';
import type { OpsHit, OpsHits } from './search.dto';

const MOST_HITS = 20;
const MOST_CHARACTERS = 200;

const KINDS: Partial<Record<StreamCategory, OpsHit['kind']>> = {
  ...{ cashout: 'CASHOUT', cashin: 'CASHIN', withdrawal: 'WITHDRAW', quote: 'QUOTE', deposit: 'DEPOSIT' },
  ...{ user: 'USER', partner: 'PARTNER', kycSession: 'KYC_SESSION', webhook: 'DELIVERY', watcher: 'NETWORK' },
};

const BY: Readonly<Record<Found['by'], OpsHit['by']>> = {
  ...{ id: 'ID', transaction: 'TRANSACTION', 'external id': 'EXTERNAL_ID', wallet: 'WALLET', name: 'NAME' },
  ...{ reference: 'REFERENCE', 'end-to-end id': 'END_TO_END_ID', charge: 'CHARGE' },
};

const isPersonal = (text: string): boolean => parseCpf(text) !== null || parseCnpj(text) !== null || text.includes('@');

const textOf = (given: string): string => {
  const text = given.trim();
  if (text.length < FEWEST_CHARACTERS || text.length > MOST_CHARACTERS)
    throw invalidField('q', `must have ${FEWEST_CHARACTERS} to ${MOST_CHARACTERS} characters`);
  // Addresses are kept in histories and logs.
  if (isPersonal(text)) throw invalidField('q', 'must not be a document or an e-mail');
  return text;
};

interface Known {
  readonly statuses: ReadonlyMap<string, string>;
  readonly names: ReadonlyMap<string, string>;
}

const hitOf = (found: Found, { statuses, names }: Known): OpsHit => ({
  kind: (found.category === null ? undefined : KINDS[found.category]) ?? 'OTHER',
  id: found.id,
  by: BY[found.by],
  status: statuses.get(found.id) ?? null,
  partnerName: found.partnerId === null ? null : (names.get(found.partnerId) ?? null),
  ...{ partnerId: found.partnerId, mode: found.mode, since: found.since },
});

const onceEach = (found: readonly Found[]): readonly Found[] =>
  [...new Map(found.map((each) => [`${each.category} ${each.id}`, each] as const).reverse()).values()].reverse();

/** Refuses a text that is too short or too long, a document and an e-mail. */
export const searchAnswer = async (
  { query, search }: Pick<OpsDeps, 'query' | 'search'>,
  given: string,
): Promise<OpsHits> => {
  const { exact, begun } = await search(textOf(given), MOST_HITS);
  const found = onceEach([...exact, ...begun.map((each) => each.found)]);
  const shown = found.slice(0, MOST_HITS);
  const [statuses, names] = await Promise.all([
    statusesOf(
      query,
      shown.map(({ id }) => id),
    ),
    partnerNamesOf(
      query,
      shown.flatMap(({ partnerId }) => partnerId ?? []),
    ),
  ]);
  return { hits: shown.map((each) => hitOf(each, { statuses, names })), hasMore: found.length > MOST_HITS };
};
