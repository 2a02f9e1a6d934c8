import { deposit } from '../../aggregates/deposit/deposit';
import type { FinalDeposit } from '../../aggregates/deposit/events';
import { memoHashOf } from '../../aggregates/deposit/matching';
import { type RankedCandidate, rankCandidates } from '../../aggregates/deposit/ranking';
import { isClosedStream } from '../../aggregates/stream-fault';
import { stateOf } from '../../commands/handling/reading/read-stream';
import type { EventStore } from '../../commands/ports/event-store';
import { listCandidates } from '../../read-models/matching/candidates';
import { payableOf } from '../../read-models/matching/reconciliation-intents';
import type { Query } from '../../read-models/table';

const A_WEEK_MS = 7 * 86_400_000;

/** Intents that a final deposit may pay, as of now. */
export const candidatesOf =
  (query: Query) =>
  async (final: FinalDeposit, nowMs: number): Promise<readonly RankedCandidate[]> => {
    const { network, assetId, amountBaseUnits, sender, blockTime: at, memos, mentions = [] } = final;
    const endedSince = new Date(nowMs - A_WEEK_MS).toISOString();
    const asked = {
      network,
      assetId,
      amountBaseUnits,
      sender,
      at,
      endedSince,
      memoHashes: [...memos, ...mentions].map(memoHashOf),
    };
    const rows = await listCandidates(query, asked);
    const possible = rows.map((row) => ({
      ...payableOf(row),
      ...{ isOfSender: row.is_of_sender, isOfWallet: row.is_of_wallet },
    }));
    return rankCandidates(final, possible);
  };

/** The deposit by its stream; null when the stream was lost and closed. */
export const depositOf = async (eventStore: Pick<EventStore, 'readStream'>, depositId: string) =>
  stateOf(eventStore, deposit, depositId).catch((error: unknown) => {
    if (isClosedStream(error)) return null;
    throw error;
  });
