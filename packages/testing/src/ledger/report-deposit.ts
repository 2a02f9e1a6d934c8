import { type DepositId, depositIdOf, type Movement, SIMULATED_NETWORK } from '../../../../aggregates/chain';
import { recordScanned } from '../../../../commands/watching/scanning/record';
import { hashOf, heightAt } from '../../../../infra/chains/simulated/blocks';
import { SIMULATED_FAUCET, SIMULATED_RECEIVER } from '../../../../infra/chains/simulated/network';
import { DEFAULT_ASSET } from './catalog';
import type { MemoryDeps } from './deps';

/** A movement to a receiver of the service, as a chain reader reports it. */
export interface ReportedDeposit {
  readonly network?: string;
  /** Default: SIMUSD. */
  readonly assetId?: number;
  readonly amountBaseUnits: bigint | string;
  /** Null: none. */
  readonly memo: string | null;
  /** False: seen and not final yet; a second report may make it final (default true). */
  readonly final?: boolean;
  /** Equal ids are one deposit (default: a new id). */
  readonly txid?: string;
  readonly receiver?: string;
}

const POSITION = '0';

type Block = Pick<Movement, 'blockNumber' | 'blockHash' | 'blockTime'>;

const blockAt = (ms: number): Block => {
  const height = heightAt(ms);
  return { blockNumber: height.toString(), blockHash: hashOf(height), blockTime: new Date(ms).toISOString() };
};

const movementOf = ({ catalog, ids }: MemoryDeps, reported: ReportedDeposit): Omit<Movement, keyof Block> => {
  const { network = SIMULATED_NETWORK, assetId = DEFAULT_ASSET, receiver = SIMULATED_RECEIVER, memo } = reported;
  const asset = catalog.assets.find((known) => known.network === network && known.assetId === assetId);
  return {
    ...{ network, txid: reported.txid ?? `0x${ids.hex(32)}`, position: POSITION, sender: SIMULATED_FAUCET, receiver },
    ...{ assetId: asset?.assetId ?? null, contract: asset?.contract ?? null, movements: 1, unsupported: null },
    ...{ amountBaseUnits: reported.amountBaseUnits.toString(), memos: memo === null ? [] : [memo] },
  };
};

/** Records a movement as the network's watcher does. A transaction keeps the block of its first report. */
export const reportDeposit = (deps: MemoryDeps) => {
  const blocks = new Map<string, Block>();
  return async (reported: ReportedDeposit): Promise<DepositId> => {
    const movement = movementOf(deps, reported);
    const { network, txid } = movement;
    const block = blocks.get(txid) ?? blockAt(deps.clock.now());
    blocks.set(txid, block);
    const scanned = [{ movement: { ...movement, ...block }, isFinal: reported.final ?? true }];
    await recordScanned({ ...deps, reader: { network }, mode: 'sandbox', isSentByUs: async () => false }, scanned);
    return depositIdOf(network, txid, POSITION);
  };
};
