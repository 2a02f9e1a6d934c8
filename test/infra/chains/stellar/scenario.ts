import { Account, Asset, Keypair, Memo, type Transaction, TransactionBuilder, type xdr } from '@stellar/stellar-sdk';
import type { Movement } from '../../../../aggregates/chain';
import type { Asset as Listed } from '../../../../commands/ports/chains/catalog';
import type { ClosedNode, Crop, Page } from '../../../../infra/chains/closed/node';
import { closedWatchOf } from '../../../../infra/chains/closed/watch';
import type { ChainReaderOptions } from '../../../../infra/chains/reader-options';
import { memoHash } from '../../../../infra/chains/stellar/memo';
import { connectStellarNode } from '../../../../infra/chains/stellar/nodes/node';
import { createWarnOnce } from '../../../../infra/chains/stellar/nodes/warn-once';
import { manualClock } from '../../../../packages/testing/src/ledger/memory/manual-clock';
import { openHorizon, type ServedHorizon } from '../served/horizon';
import { createHorizonLedger, type Ledger } from '../served/horizon-ledger';

export const PASSPHRASE = 'Test SDF Network ; September 2015';
export const [XLM, USDC, COARSE] = [701, 702, 703];

/** The same keys in every run. */
const keysOf = (index: number): Keypair => Keypair.fromRawEd25519Seed(Buffer.alloc(32, index));
export const [PAYER, RECEIVER, FORMER, ISSUER, FORGER, FRIEND] = [1, 2, 3, 4, 5, 6].map(keysOf) as [
  ...[Keypair, Keypair, Keypair, Keypair, Keypair, Keypair],
];
export const receiver = RECEIVER.publicKey();
export const usdc = new Asset('USDC', ISSUER.publicKey());
export const coarse = new Asset('BRLCOARSE', ISSUER.publicKey());
export const forged = new Asset('USDC', FORGER.publicKey());

export const contractText = (asset: Asset): string => `${asset.getCode()}:${asset.getIssuer()}`;

const listed = (assetId: number, contract: string | null, decimals: number): Listed => ({
  ...{ assetId, symbol: `A${assetId}`, network: 'stellar', contract, decimals },
  ...{ cashIn: true, cashOut: true, pegged: false },
});

export const ASSETS = [
  listed(XLM!, null, 7),
  listed(USDC!, contractText(usdc), 7),
  listed(COARSE!, contractText(coarse), 5),
];

export const createLedger = (clock = manualClock()): Ledger => {
  const ledger = createHorizonLedger(PASSPHRASE, [Asset.native(), usdc, coarse, forged], clock);
  const data = { 'config.memo_required': 'MQ==' };
  for (const keys of [RECEIVER, FORMER]) ledger.fund(keys.publicKey(), { trustlines: [usdc, coarse], data });
  for (const keys of [PAYER, FRIEND]) ledger.fund(keys.publicKey());
  return ledger;
};

export const optionsFor = (
  { clock }: { readonly clock: ReturnType<typeof manualClock> },
  rpcUrls: readonly string[],
  more: Partial<ChainReaderOptions> = {},
): ChainReaderOptions => ({
  network: {
    ...{ name: 'stellar', family: 'stellar', mode: 'sandbox', chainId: null, networkId: PASSPHRASE },
    ...{ receiver, receivers: [receiver, FORMER.publicKey()], blockTimeToleranceSeconds: 30, expiryGraceSeconds: 15 },
    callsPerSecond: 10_000,
  },
  ...{ assets: ASSETS, rpcUrls, memoPrefix: 'lastro', finality: 'finalized', clock },
  logger: { info: () => undefined, warn: () => undefined },
  wait: async (waitMs) => clock.advance(waitMs),
  ...more,
});

export const MEMO = 'lastro:memo-1';
export const HASH_MEMO = Memo.hash(memoHash(MEMO).toString('hex'));
export const TOLD_MEMO = `sha256:${memoHash(MEMO).toString('hex')}`;

let sequence = 0;

/** Each transaction has its own sequence number, so that equal payments differ. */
export const built = (
  operations: readonly xdr.Operation[],
  memo: Memo = HASH_MEMO,
  signers: readonly Keypair[] = [PAYER],
  source = PAYER.publicKey(),
): Transaction => {
  sequence += 1;
  const account = new Account(source, sequence.toString());
  const builder = new TransactionBuilder(account, { fee: '100', networkPassphrase: PASSPHRASE, memo });
  for (const operation of operations) builder.addOperation(operation);
  const transaction = builder.setTimeout(0).build();
  transaction.sign(...signers);
  return transaction;
};

export interface StellarWorld {
  readonly ledger: Ledger;
  readonly horizon: ServedHorizon;
  readonly node: ClosedNode;
  readonly warnings: object[];
  /** From one ledger to another; the last one unless given. */
  readonly page: (from?: bigint, to?: bigint) => Promise<Page>;
  readonly close: () => Promise<void>;
}

/** A node over a Horizon of ours. */
export const openWorld = async (): Promise<StellarWorld> => {
  const clock = manualClock();
  const ledger = createLedger(clock);
  const horizon = await openHorizon(ledger);
  const warnings: object[] = [];
  const options = optionsFor({ clock }, [horizon.url]);
  const node = connectStellarNode(
    {
      ...{ url: horizon.url, headers: {}, timeoutMs: 60_000, callsPerSecond: 10_000, clock },
      wait: () => Promise.resolve(),
    },
    closedWatchOf(options),
    createWarnOnce({ info: () => undefined, warn: (facts) => warnings.push(facts) }),
  );
  return {
    ...{ ledger, horizon, node, warnings },
    page: (from = ledger.height, to = ledger.height) => node.page({ from, to, resume: null }),
    close: async () => {
      await node.close();
      await horizon.close();
    },
  };
};

export const movementsOf = (crop: Crop | undefined): readonly Movement[] => {
  if (crop === undefined) return [];
  if ('reason' in crop) throw new Error(crop.reason);
  return crop.movements;
};
