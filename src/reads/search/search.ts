import { partsOfStream, STREAM_CATEGORIES } from '../../../aggregates/stream';
import { type FoundStream, findStreams } from '../../../read-models/operators/audit-trail';
import type { Finder, Found, SearchDeps } from './found';
import { byName, byPartnerName, spellings } from './payments';
import { byOwnIds } from './users';

/** Shorter texts match almost everything. */
export const FEWEST_CHARACTERS = 3;

/** Searches by something other than the id; a new one needs a line here. */
const FINDERS: readonly Finder[] = [byOwnIds, byName, byPartnerName];

export interface SearchPage {
  /** Null: every partner. Narrows what is not found by an id. */
  readonly partnerId: string | null;
  readonly limit: number;
  /** The last stream seen; null: from the beginning. */
  readonly after: string | null;
}

export interface SearchAnswer {
  /** On the first page: matches of an external id, a wallet or a name. */
  readonly exact: readonly Found[];
  /** Ids that begin with the text; a row more than the limit when there are more. */
  readonly begun: readonly { readonly stream: string; readonly found: Found }[];
}

/** Finds ids that equal the text or begin with it, and names that equal it. */
export const search = async (deps: SearchDeps, text: string, page: SearchPage): Promise<SearchAnswer> => {
  const { partnerId, limit, after } = page;
  const [exact, begun] = await Promise.all([
    after === null ? Promise.all(FINDERS.map((find) => find(deps, text, partnerId))) : [],
    byBeginning(deps, text, { limit: limit + 1, after }),
  ]);
  return { exact: exact.flat(), begun };
};

const byBeginning = async (deps: SearchDeps, text: string, page: Pick<SearchPage, 'limit' | 'after'>) => {
  const networks = await deps.networkNames();
  const beginnings = spellings(text).flatMap((spelling) => beginningsOf(spelling, networks));
  const rows = await findStreams(deps.query, beginnings, page);
  return rows.map((row) => ({ stream: row.stream, found: foundStream(row, text) }));
};

/** Prefixes of stream names: a deposit's name starts with its network and its transaction. */
const beginningsOf = (text: string, networks: readonly string[]): readonly string[] => [
  ...(partsOfStream(text) === null ? [] : [text]),
  ...STREAM_CATEGORIES.map((category) => `${category}-${text}`),
  ...networks.map((network) => `deposit-${network}:${text}`),
];

const foundStream = (row: FoundStream, text: string): Found => {
  const parts = partsOfStream(row.stream);
  const id = parts?.id ?? row.stream;
  const isById = [id, row.stream].some((name) => name.toLowerCase().startsWith(text.toLowerCase()));
  return {
    ...{ category: parts?.category ?? null, id, by: isById ? 'id' : 'transaction' },
    ...{ partnerId: row.partner_id, mode: row.mode, since: row.at },
  };
};
