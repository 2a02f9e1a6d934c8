import { type Command, InvalidArgumentError } from 'commander';
import { print } from '../operator';

export interface PageOptions {
  readonly limit: number;
  readonly cursor?: string;
  readonly json?: boolean;
}

const DEFAULT_LIMIT = 50;
export const MOST_OF_A_PAGE = 200;

const limitOf = (text: string): number => {
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > MOST_OF_A_PAGE)
    throw new InvalidArgumentError(`The number must be from 1 to ${MOST_OF_A_PAGE}.`);
  return limit;
};

export const withPaging = (command: Command): Command =>
  command
    .option('--limit <n>', `number of entries, 1 to ${MOST_OF_A_PAGE}`, limitOf, DEFAULT_LIMIT)
    .option('--cursor <id>', 'continue after the last entry of the previous page')
    .option('--json', 'print only JSON on stdout');

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** Expects one more row than the limit when there is a next page. Throws on null rows, for an unknown cursor. */
export const pageOf = <Row, Item>(
  rows: readonly Row[] | null,
  limit: number,
  { cursorOf, itemOf }: { readonly cursorOf: (row: Row) => string; readonly itemOf: (row: Row) => Item },
): Page<Item> => {
  if (rows === null) throw new Error('The list has no entry with the id of --cursor');
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(itemOf),
    nextCursor: rows.length > limit && last !== undefined ? cursorOf(last) : null,
  };
};

/** Prints `{items, nextCursor}` as JSON, or one line per item and the command for the next page. */
export const printPage = <Item>(
  { json }: PageOptions,
  page: Page<Item>,
  { lineOf, none }: { readonly lineOf: (item: Item) => string; readonly none: string },
): void => {
  const lines = page.items.length === 0 ? [none] : page.items.map(lineOf);
  const more = page.nextCursor === null ? [] : [`Next page: --cursor ${page.nextCursor}`];
  print(json, page, [...lines, ...more]);
};
