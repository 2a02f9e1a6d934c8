import { TronWeb, type Types, utils } from 'tronweb';
import type { Asset } from '../../../../commands/ports/chains/catalog';
import type { Clock } from '../../../../commands/ports/clock';
import type { ClosedWatch } from '../../../../infra/chains/closed/watch';
import type { ChainReaderOptions } from '../../../../infra/chains/reader-options';
import { hexAddress } from '../../../../infra/chains/tron/protocol/address';
import { manualClock } from '../../../../packages/testing/src/ledger/memory/manual-clock';
import { createTronLedger, type Signed, tokenProgram } from '../served/tron-ledger';

export const TRX = 501;
export const USDT = 502;
export const MEMO = 'acme:bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi';

const keyOf = (seed: number): string => seed.toString(16).padStart(64, '0');
const accountOf = (seed: number) => {
  const privateKey = keyOf(seed);
  const base58 = utils.address.fromPrivateKey(privateKey) as string;
  return { privateKey, base58, hex: hexAddress(base58)! };
};

export const payer = accountOf(1);
/** Has no tokens. */
export const poor = accountOf(2);
export const wallet = accountOf(3);
/** A receiver of the past. */
export const former = accountOf(4);
export const usdt = accountOf(5);
/** A token that the catalog lacks. */
export const other = accountOf(6);
/** A contract whose effects a test says. */
export const router = accountOf(7);

const assetOf = (assetId: number, contract: string | null): Asset => ({
  ...{ assetId, symbol: `A${assetId}`, network: 'tron', contract, decimals: 6 },
  ...{ cashIn: true, cashOut: true, pegged: false },
});

export const assets = [assetOf(TRX, null), assetOf(USDT, usdt.base58)];
const receivers = [wallet.base58, former.base58];

/** Builds and signs by the library alone. */
export const createScenario = <Time extends Clock = ReturnType<typeof manualClock>>(
  clock: Time = manualClock() as Clock as Time,
) => {
  const ledger = createTronLedger(clock);
  for (const { hex } of [payer, poor, wallet, former]) ledger.activate(hex);
  for (const { hex } of [usdt, other]) ledger.deploy(hex, tokenProgram(poor.hex));
  ledger.makeBlocks(2);
  const web = new TronWeb({ fullHost: 'http://127.0.0.1:1' });
  const { transactionBuilder: builder, trx } = web;
  const signed = async (unsigned: Types.Transaction, memo: string | null, from = payer): Promise<Signed> => {
    const noted = memo === null ? unsigned : await builder.addUpdateData(unsigned, memo, 'utf8', { txLocal: true });
    return (await trx.sign(noted, from.privateKey)) as Signed;
  };
  const coin = (amount: number, to = wallet.base58, from = payer) =>
    builder.sendTrx(to, amount, from.base58, { blockHeader: ledger.reference() });
  const trc10 = (amount: number) =>
    builder.sendToken(wallet.base58, amount, '1002000', payer.base58, { blockHeader: ledger.reference() });
  const call = async (contract: string, selector: string, parameters: readonly unknown[], from = payer) => {
    const options = { txLocal: true, blockHeader: ledger.reference() };
    const typed = parameters.map((value, index) => ({
      type: /\((.*)\)/.exec(selector)![1]!.split(',')[index]!,
      value,
    }));
    const built = await builder.triggerSmartContract(contract, selector, options, typed, from.base58);
    return built.transaction;
  };
  const closed: ClosedWatch = {
    ...{ network: 'tron', mode: 'sandbox', identity: ledger.idAt(0), receivers, memoPrefix: 'acme' },
    ...{ own: new Set(receivers), native: assets[0]!, assets: new Map([[usdt.base58, assets[1]!]]) },
  };
  return { clock, ledger, web, signed, coin, trc10, call, closed };
};

export type Scenario = ReturnType<typeof createScenario>;

export const optionsFor = ({ clock, closed }: Scenario, rpcUrls: readonly string[]): ChainReaderOptions => ({
  network: {
    ...{ name: 'tron', family: 'tron', chainId: null, networkId: closed.identity, mode: 'sandbox' },
    ...{ receiver: wallet.base58, receivers, blockTimeToleranceSeconds: 30, expiryGraceSeconds: 120 },
  },
  ...{ assets, rpcUrls, memoPrefix: 'acme', finality: 'finalized', clock },
  logger: { info: () => undefined, warn: () => undefined },
  wait: () => Promise.resolve(),
});
