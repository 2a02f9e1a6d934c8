import type { Command } from 'commander';
import { FAMILIES } from '../../../../aggregates/families';
import { partsOfStream, type StreamCategory } from '../../../../aggregates/stream';
import { type FoundStream, findStreams } from '../../../../read-models/operators/audit-trail';
import { findReferred } from '../../../../read-models/operators/operator-lists';
import type { Session } from '../../wiring/session';
import { MOST_OF_A_PAGE, type PageOptions, pageOf, printPage, withPaging } from '../lists/paging';
import { inSession, untilCaughtUp } from '../operator';
import { type Finder, type Found, foundLine, networkNames } from './found';
import { byOwnIds } from './users';

/** What an operator calls the owner of a stream. */
const KINDS: Readonly<Record<StreamCategory, string>> = {
  ...{ partner: 'partner', user: 'user', quote: 'quote', cashout: 'intent', deposit: 'deposit' },
  ...{ watcher: 'network', webhook: 'webhook', link: 'link', ledger: 'ledger', closing: 'closing' },
  ...{ operators: 'operators', console: 'sign-ins', peggedBalance: 'balance', withdrawal: 'withdrawal' },
  ...{ kycSession: 'KYC session', documentLookups: 'look-ups', cashin: 'cash-in' },
  refundTransfer: 'refund transfer',
  foundTransfer: 'found transfer',
};

/** The newest payments with exactly this partner reference, at most one page. */
const byReference: Finder = async (session, text, partnerId) => {
  const rows = await findReferred(session.adapters.ports.query, { reference: text, partnerId, limit: MOST_OF_A_PAGE });
  return rows.map((row) => ({
    ...{ kind: KINDS[FAMILIES[row.kind].category], id: row.id, by: 'reference' },
    ...{ partnerId: row.partner_id, mode: row.mode, since: row.created_at },
  }));
};

interface SearchOptions extends PageOptions {
  readonly partner?: string;
}

/** Searches by something other than the id; a new one is a line here. */
const FINDERS: readonly Finder[] = [byOwnIds, byReference];

/** Shorter texts match almost everything. */
const FEWEST_CHARACTERS = 3;

export const addSearchCommand = (program: Command): void => {
  withPaging(program.command('search <text>'))
    .description(
      'what has an id, or a transaction hash, that is the text or begins with it; and the users with exactly this external id or wallet, and the payments with this reference',
    )
    .option('--partner <partnerId>', 'look for external ids, wallets and references of this partner alone')
    .action(search);
};

const search = async (given: string, options: SearchOptions): Promise<void> => {
  const text = given.trim();
  if (text.length < FEWEST_CHARACTERS) throw new Error(`search needs at least ${FEWEST_CHARACTERS} characters`);
  await inSession(async (session) => {
    await untilCaughtUp(session);
    const partnerId = options.partner ?? null;
    const isFirstPage = options.cursor === undefined;
    const exact = isFirstPage ? await Promise.all(FINDERS.map((find) => find(session, text, partnerId))) : [];
    const page = await byBeginning(session, text, options);
    const items = [...exact.flat(), ...page.items];
    if (items.length === 0 && isFirstPage) throw new Error(`Nothing is found by ${text}`);
    printPage(options, { items, nextCursor: page.nextCursor }, { lineOf: foundLine, none: 'Nothing on this page' });
  });
};

/** As typed and in lower case: hexadecimal ids are stored in lower case. */
const spellings = (text: string): readonly string[] => [...new Set([text, text.toLowerCase()])];

const byBeginning = async (session: Session, text: string, { limit, cursor }: SearchOptions) => {
  const { query } = session.adapters.ports;
  const networks = await networkNames(session);
  const rows = await findStreams(
    query,
    spellings(text).flatMap((spelling) => beginningsOf(spelling, networks)),
    {
      limit: limit + 1,
      after: cursor ?? null,
    },
  );
  return pageOf(rows, limit, { cursorOf: ({ stream }) => stream, itemOf: (row) => foundStream(row, text) });
};

/** Prefixes of stream names: a deposit's starts with its network and its transaction. */
const beginningsOf = (text: string, networks: readonly string[]): readonly string[] => [
  ...(partsOfStream(text) === null ? [] : [text]),
  ...Object.keys(KINDS).map((category) => `${category}-${text}`),
  ...networks.map((network) => `deposit-${network}:${text}`),
];

const foundStream = (row: FoundStream, text: string): Found => {
  const parts = partsOfStream(row.stream);
  const id = parts?.id ?? row.stream;
  const isById = [id, row.stream].some((name) => name.toLowerCase().startsWith(text.toLowerCase()));
  return {
    ...{ kind: parts === null ? 'stream' : KINDS[parts.category], id, by: isById ? 'id' : 'transaction' },
    ...{ partnerId: row.partner_id, mode: row.mode, since: row.at },
  };
};
