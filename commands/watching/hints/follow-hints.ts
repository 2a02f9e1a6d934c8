import type { FoundTransaction } from '../../ports/chains/chain-reader';
import { recordScanned } from '../scanning/record';
import { type Look, messageOf, type WatchDeps } from '../watch-deps';
import { askedInVain, type HintRow } from './hint-rows';

const MOST_PER_LOOK = 20;

/** Records final transactions like a scan, possibly earlier. No other work waits for a hint. */
export const followHints = async (deps: WatchDeps, { startedAt, startedAtMs }: Look): Promise<readonly string[]> => {
  const rows = await deps.store.dueHints(startedAt, MOST_PER_LOOK);
  if (rows.length === 0) return [];
  const { found, troubles } = await findAll(deps, rows);
  const left: HintRow[] = [];
  for (const [index, row] of rows.entries()) {
    const trouble = await followed(deps, found[index]);
    if (trouble !== null && trouble !== NOT_FINAL) troubles.push(`${row.txid}, a hint: ${trouble}`);
    const next = trouble === null ? null : askedInVain(row, startedAtMs);
    if (next !== null) left.push(next);
  }
  await deps.store.settleHints(rows, left);
  return troubles;
};

const NOT_FINAL = 'the transaction is not final';

interface FoundAll {
  readonly found: readonly FoundTransaction[];
  readonly troubles: string[];
}

const findAll = async ({ reader, isHeldByStore }: WatchDeps, rows: readonly HintRow[]): Promise<FoundAll> => {
  try {
    return { found: await reader.find(rows.map(({ txid }) => txid)), troubles: [] };
  } catch (error) {
    if (isHeldByStore(error)) throw error;
    return { found: [], troubles: [`the request for hinted transactions failed: ${messageOf(error)}`] };
  }
};

/** Null when there is nothing more to ask; otherwise why not. */
const followed = async (deps: WatchDeps, found: FoundTransaction | undefined): Promise<string | null> => {
  if (found?.outcome !== 'FINAL') return NOT_FINAL;
  try {
    await recordScanned(deps, found.movements);
    return null;
  } catch (error) {
    if (deps.isHeldByStore(error)) throw error;
    return messageOf(error);
  }
};
