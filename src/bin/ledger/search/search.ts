import type { Command } from 'commander';
import { FEWEST_CHARACTERS, search } from '../../../reads/search/search';
import { searchDeps } from '../../wiring/search';
import { type PageOptions, pageOf, printPage, withPaging } from '../lists/paging';
import { inSession, untilCaughtUp } from '../operator';
import { foundLine, shownFound } from './found';

interface SearchOptions extends PageOptions {
  readonly partner?: string;
}

export const addSearchCommand = (program: Command): void => {
  withPaging(program.command('search <text>'))
    .description(
      'what has an id, or a transaction hash, that is the text or begins with it; and the users with exactly this external id or wallet, the payments with this reference, end-to-end id, charge or transaction, and the partners of this name',
    )
    .option('--partner <partnerId>', 'look for external ids, wallets and names of this partner alone')
    .action(searchFor);
};

const searchFor = async (given: string, options: SearchOptions): Promise<void> => {
  const text = given.trim();
  if (text.length < FEWEST_CHARACTERS) throw new Error(`search needs at least ${FEWEST_CHARACTERS} characters`);
  await inSession(async (session) => {
    await untilCaughtUp(session);
    const { limit, cursor, partner = null } = options;
    const page = { partnerId: partner, limit, after: cursor ?? null };
    const { exact, begun } = await search(searchDeps(session.adapters), text, page);
    const shown = pageOf(begun, limit, { cursorOf: ({ stream }) => stream, itemOf: ({ found }) => shownFound(found) });
    const items = [...exact.map(shownFound), ...shown.items];
    if (items.length === 0 && cursor === undefined) throw new Error(`No result for ${text}`);
    printPage(options, { items, nextCursor: shown.nextCursor }, { lineOf: foundLine, none: 'Nothing on this page' });
  });
};
