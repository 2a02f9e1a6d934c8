import { type Payment, type SubmittableTransaction, Wallet } from 'xrpl';
import type { Asset, RealNetwork } from '../../../../commands/ports/chains/catalog';
import type { ChainReader } from '../../../../commands/ports/chains/chain-reader';
import { createChainReader } from '../../../../infra/chains/families';
import type { ChainReaderOptions } from '../../../../infra/chains/reader-options';
import { manualClock } from '../../../../packages/testing/src/ledger/memory/manual-clock';
import { openRippledLedger, type ServedRippled, serveRippled } from '../served/rippled';

export const MEMO = 'acme:bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi';
export const XRP = 801;
export const RLUSD = 802;
export const USD = 803;
export const RLUSD_HEX = '524C555344000000000000000000000000000000';

const walletOf = (seed: number): Wallet => Wallet.fromEntropy(Buffer.alloc(16, seed));

export const [payer, receiver, former, issuer] = [1, 2, 3, 4].map(walletOf) as [Wallet, Wallet, Wallet, Wallet];

const assetOf = (assetId: number, code: string | null): Asset => ({
  ...{ assetId, symbol: `A${assetId}`, network: 'xrpl', decimals: 6 },
  ...{ contract: code === null ? null : `${code}:${issuer.address}`, cashIn: true, cashOut: true, pegged: false },
});

/** The third asset's code is written in hex, which the ledger writes as `USD`. */
export const assets = [
  assetOf(XRP, null),
  assetOf(RLUSD, RLUSD_HEX),
  assetOf(USD, '0000000000000000000000005553440000000000'),
];

export const network: RealNetwork & { readonly networkId: string } = {
  name: 'xrpl',
  family: 'xrpl',
  mode: 'live',
  chainId: null,
  networkId: '0',
  receiver: receiver.address,
  receivers: [receiver.address, former.address],
  blockTimeToleranceSeconds: 30,
  expiryGraceSeconds: 60,
};

export const withMemos = (...memos: readonly string[]) => ({
  Memos: memos.map((memo) => ({ Memo: { MemoData: Buffer.from(memo, 'utf8').toString('hex').toUpperCase() } })),
});

export const paymentOf = (given: Partial<Payment> = {}): Payment => ({
  ...{ TransactionType: 'Payment', Account: payer.address, Destination: receiver.address, Amount: '25000000' },
  ...{ Fee: '10', Sequence: 1, Flags: 0 },
  ...given,
});

export interface XrplWorld {
  readonly clock: ReturnType<typeof manualClock>;
  readonly rippled: ServedRippled;
  readonly reader: ChainReader;
  /** Signs by the SDK, submits over HTTP and closes the ledger. Answers the transaction's id. */
  readonly send: (transaction: SubmittableTransaction, by?: Wallet) => Promise<string>;
  readonly close: () => Promise<void>;
}

export const openWorld = async (given: Partial<ChainReaderOptions> = {}): Promise<XrplWorld> => {
  const clock = manualClock();
  const rippled = await serveRippled(openRippledLedger(clock));
  for (const { address } of [payer, receiver, former, issuer]) rippled.fund(address, 10_000_000_000n);
  for (const { address } of [payer, receiver, former]) {
    for (const currency of [RLUSD_HEX, 'USD']) rippled.trust(address, currency, issuer.address);
  }
  const reader = await createChainReader({
    ...{ network, assets, rpcUrls: [rippled.url], memoPrefix: 'acme', finality: 'finalized', clock },
    ...{ logger: { info: () => undefined, warn: () => undefined }, wait: async (waitMs) => void clock.advance(waitMs) },
    ...given,
  });
  let sequence = 0;
  const send: XrplWorld['send'] = async (transaction, by = payer) => {
    sequence += 1;
    const { tx_blob, hash } = by.sign({ ...transaction, Sequence: sequence });
    const body = JSON.stringify({ method: 'submit', params: [{ tx_blob, api_version: 2 }] });
    const answer = await fetch(rippled.url, { method: 'POST', body });
    if (!answer.ok) throw new Error(await answer.text());
    rippled.closeLedgers();
    return hash.toLowerCase();
  };
  return {
    ...{ clock, rippled, reader, send },
    close: async () => {
      await reader.close();
      await rippled.close();
    },
  };
};
