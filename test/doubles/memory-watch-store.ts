import type { Dust, KeptHash } from '../../commands/ports/chains/chain-reader';
import type { NetworkQuestions } from '../../commands/ports/chains/network-standing';
import type { CoinBalance } from '../../commands/watching/coin/unexplained-rise';
import type { HintRow } from '../../commands/watching/hints/hint-rows';
import type { UnreadRow, WatchCursor, WatchStore } from '../../commands/watching/watch-deps';

/** The rows of `infra/chains/stores/cursors.ts`, in memory. */
export const memoryWatchStore = () => {
  const cursors: WatchCursor[] = [];
  const questions: NetworkQuestions[] = [];
  let hashes: readonly KeptHash[] = [];
  const unread = new Map<string, UnreadRow>();
  const dust = new Map<string, Dust>();
  const coin = new Map<string, CoinBalance>();
  const hints = new Map<string, HintRow>();
  const keyOf = ({ txid, blockHash }: Pick<UnreadRow, 'txid' | 'blockHash'>): string => `${txid} ${blockHash}`;

  const store: WatchStore = {
    readCursor: async () => cursors.at(-1) ?? null,
    saveCursor: async (cursor, notes) => {
      cursors.push(cursor);
      const { forgetFrom, finalHash } = notes;
      if (forgetFrom !== undefined) hashes = hashes.filter(({ height }) => height < forgetFrom);
      if (finalHash !== undefined) hashes = [finalHash, ...hashes].slice(0, 1_000);
      for (const count of notes.dust?.counts ?? []) dust.set(`${count.height} ${count.assetId}`, count);
    },
    saveQuestions: async (asked) => {
      questions.push(asked);
      const last = cursors.at(-1);
      if (last !== undefined) cursors.push({ ...last, questions: asked });
    },
    keptHashes: async () => hashes,
    dueUnread: async (now, limit) =>
      [...unread.values()]
        .filter(({ nextAt }) => nextAt <= now)
        .sort((left, right) => Math.sign(right.memos?.length ?? 1) - Math.sign(left.memos?.length ?? 1))
        .sort((left, right) => Number(left.givenUpAt !== null) - Number(right.givenUpAt !== null))
        .slice(0, limit),
    lowestUnread: async () =>
      [...unread.values()]
        .filter(({ givenUpAt }) => givenUpAt === null)
        .reduce<bigint | null>((lowest, { height }) => (lowest === null || height < lowest ? height : lowest), null),
    unreadOf: async (txid) => [...unread.values()].filter((row) => row.txid === txid),
    giveUpUnread: async (transactions) => {
      for (const { givenUpAt, ...key } of transactions) {
        const row = unread.get(keyOf(key));
        if (row?.givenUpAt === null) unread.set(keyOf(key), { ...row, givenUpAt });
      }
    },
    addUnread: async (rows) => {
      for (const row of rows) if (!unread.has(keyOf(row))) unread.set(keyOf(row), row);
    },
    updateUnread: async (rows) => {
      for (const row of rows) {
        const kept = unread.get(keyOf(row));
        if (kept !== undefined) unread.set(keyOf(row), { ...row, givenUpAt: kept.givenUpAt });
      }
    },
    removeUnread: async (rows) => {
      for (const row of rows) unread.delete(keyOf(row));
    },
    coinBalances: async () => [...coin.values()],
    saveCoinBalance: async (now, before) => {
      if (coin.get(now.receiver)?.height === before?.height) coin.set(now.receiver, now);
    },
    dueHints: async (now, limit) =>
      [...hints.values()]
        .filter(({ nextAt }) => nextAt <= now)
        .sort((left, right) => (left.nextAt < right.nextAt ? -1 : 1))
        .slice(0, limit),
    settleHints: async (asked, left) => {
      for (const { txid } of asked) hints.delete(txid);
      for (const row of left) hints.set(row.txid, row);
    },
  };
  return {
    store,
    cursors,
    unread: () => [...unread.values()],
    hints: () => [...hints.values()],
    hint: (txid: string, since: string): void => void hints.set(txid, { txid, since, tries: 0, nextAt: since }),
    dust: () => [...dust.values()],
    hashes: () => hashes,
    /** Empties the cursors, like a lost table. */
    lose: (): void => void cursors.splice(0),
  };
};
