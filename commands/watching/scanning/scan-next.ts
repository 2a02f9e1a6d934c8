import type { Gap, Scanned, UnreadTransaction } from '../../ports/chains/chain-reader';
import { raiseAlarms } from '../alarms';
import { tellWatcher } from '../tell-watcher';
import { type Look, messageOf, type UnreadRow, type WatchDeps } from '../watch-deps';
import type { NextRange } from './next-range';
import { recordingsOf, writeAll } from './record';

export interface ScanResult {
  readonly scanned: Scanned | null;
  readonly gap: Gap | null;
  readonly failure: string | null;
}

const NOTHING: ScanResult = { scanned: null, gap: null, failure: null };
const SCAN = 'scan';

/** Its deposits are logged before it answers. A failing reader backs off; rejects when a store does not answer. */
export const scanNext = async (deps: WatchDeps, look: Look, next: NextRange): Promise<ScanResult> => {
  if (next.from > next.to) return NOTHING;
  const step = await readStep(deps, look, next);
  if (typeof step === 'string') return { ...NOTHING, failure: step };
  const { found } = step;
  if (found.outcome === 'GAP') {
    await reportGap(deps, found);
    return { ...NOTHING, gap: found };
  }
  await writeAll(step.recordings);
  await deps.store.addUnread(found.unread.map((transaction) => unreadRow(transaction, look.startedAt)));
  return { ...NOTHING, scanned: found };
};

interface Step {
  readonly found: Scanned | Gap;
  readonly recordings: ReturnType<typeof recordingsOf>;
}

/** The checked scan, or the reason for its failure, current or earlier. */
const readStep = async (deps: WatchDeps, look: Look, next: NextRange): Promise<Step | string> => {
  const { memory, reader } = deps;
  if (memory.steps.isResting(SCAN, look.startedAtMs)) return memory.scanFailure;
  try {
    const found = await reader.scan({ from: next.from, to: next.to, resume: next.resume });
    if (found.outcome === 'SCANNED') check({ network: reader.network, heads: look.heads }, next, found);
    const recordings = found.outcome === 'SCANNED' ? recordingsOf(deps, found.movements) : [];
    memory.steps.settled(SCAN);
    return { found, recordings };
  } catch (error) {
    memory.steps.failed(SCAN, look.startedAtMs);
    memory.scanFailure = messageOf(error);
    return memory.scanFailure;
  }
};

interface Checked extends Pick<Look, 'heads'> {
  readonly network: string;
}

const check = ({ network, heads }: Checked, { from, to, parentHash }: NextRange, found: Scanned): void => {
  const { height, time } = found.upTo;
  const { uncompared } = heads;
  // A node with these heights could have compared: maybe another chain. Height 0 is never pruned.
  if (uncompared !== null && from <= uncompared.height + 1n && height > 0n) {
    throw new Error(`${network}: the answer has height ${from}, but lacks the final height ${uncompared.height}`);
  }
  if (height < from || height > to) {
    throw new Error(`${network}: the answer for heights ${from} to ${to} ends at height ${height}`);
  }
  if (Number.isNaN(Date.parse(time))) throw new Error(`${network}: height ${height} has no time`);
  if (parentHash !== null && found.parentHash !== null && found.parentHash !== parentHash) {
    // Lower blocks were replaced: the next scan does not find the cursor's block.
    throw new Error(`${network}: height ${from} does not follow the last scanned height`);
  }
};

export const unreadRow = (transaction: UnreadTransaction, since: string): UnreadRow => ({
  ...transaction,
  ...{ since, tries: 1, nextAt: since, isAlarmed: false, givenUpAt: null },
});

const reportGap = async (deps: WatchDeps, { height, readableFrom, reason }: Gap): Promise<void> => {
  const { network } = deps.reader;
  const gap = { network, height: height.toString(), readableFrom: readableFrom?.toString() ?? null, reason };
  const now = deps.clock.iso();
  raiseAlarms(deps, await tellWatcher(deps, { type: 'ReportGap', gap, now }, gap.height));
};
