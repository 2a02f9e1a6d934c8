import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Environment } from '../../src/config';
import type { FilledChain } from '../chains/scan';
import type { ChainQuestion } from '../sides/shared/filled';
import { type Side, startSide } from './side';
import type { Site } from './site';

/** Families that are read at finality only. */
export const CLOSED = ['solana', 'stellar', 'tron', 'xrpl'] as const;

export type ClosedFamily = (typeof CLOSED)[number];

/** An entry of NETWORKS_FILE, but for what all share. */
export type NetworkEntry = Readonly<Record<string, unknown>>;

const TRANSACTIONS = 100;
const GRACE_SECONDS = 300;

export interface ClosedChain extends FilledChain {
  readonly family: ClosedFamily;
  readonly side: Side<ChainQuestion, FilledChain>;
}

/** A chain in memory with some transactions, in a process of its own. */
export const startClosedChain = async (site: Site, family: ClosedFamily): Promise<ClosedChain> => {
  const side = await startSide<ChainQuestion, FilledChain>(site, `${family}-chain`, { transactions: TRANSACTIONS });
  return { ...(await side.ask({})), family, side };
};

export const entryOf = ({ family, networkId, url, receiver }: ClosedChain): NetworkEntry => ({
  ...{ name: family, family, networkId, rpcUrls: [url], receiver },
});

/** Measures a service that watches these networks. */
export const environmentOf = (
  { dataDir }: Site,
  pollIntervalMs: number,
  networks: readonly NetworkEntry[],
): Environment => {
  const file = path.join(dataDir, 'networks.json');
  const shared = { finality: 'finalized', pollIntervalMs, mode: 'sandbox', watchNative: true };
  const watched = networks.map((one) => ({ ...one, ...shared, expiryGraceSeconds: GRACE_SECONDS }));
  writeFileSync(file, JSON.stringify({ networks: watched }));
  return { DATA_DIR: dataDir, PORT: '0', NETWORKS_FILE: file, LOG_LEVEL: 'warn' };
};
