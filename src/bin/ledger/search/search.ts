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
      'find entries whose id or transaction hash begins with the text; users with exactly this external id or wallet; payments with this reference, end-to-end id, charge or transaction; and partners of this name',
    )
    .option('--partner <partnerId>', 'search external ids, wallets and names of this partner only')
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
    if (items.length === 0 && cursor === undefined) throw new Error(`No entry matches ${text}`);
    printPage(options, { items, nextCursor: shown.nextCursor }, { lineOf: foundLine, none: 'This page is empty' });
  });
};
