import { buildStaticBrCode } from '../../aggregates/codes/build-br-code';
import { crc16 } from '../../aggregates/codes/crc16';
import { tlv } from '../../aggregates/codes/tlv';
import { toDecimal } from '../../aggregates/money';
import type { UserCaller } from '../../commands/handling/caller';
import type { Catalog } from '../../commands/ports/chains/catalog';
import type { Clock } from '../../commands/ports/clock';
import type { PriceFeed, PriceFeeds } from '../../commands/ports/providers/price-feed';
import { type IssueQuote, type IssueQuoteDeps, issueQuote } from '../../commands/quote/issue-quote';
import { choosePriceFeeds } from '../../infra/prices/price-feeds';
import { goodStanding } from '../../packages/testing/src/ledger/reads';
import { time } from '../../packages/testing/src/samples/sample-data';
import { asking, core } from '../core';
import { offering } from '../doubles/scripted-provider';
import { memorySandbox } from '../infra/providers/memory-sandbox';

export const caller: UserCaller = {
  userId: 'u1',
  partnerId: 'p1',
  mode: 'sandbox',
  pubkey: '0xBb',
  feeMarkupBasisPoints: 50,
};

const asset = { network: 'ethereum', decimals: 6, cashIn: false, cashOut: true, pegged: false } as const;
const network = {
  family: 'evm',
  chainId: 1,
  mode: 'sandbox',
  receiver: '0xaa',
  receivers: ['0xaa'],
  blockTimeToleranceSeconds: 30,
  expiryGraceSeconds: 600,
} as const;

export const catalog: Catalog = {
  version: '1',
  updatedAt: time(0),
  networks: [{ name: 'ethereum', ...network }],
  assets: [
    { ...asset, assetId: 201, symbol: 'USDC', contract: '0xcc' },
    { ...asset, assetId: 202, symbol: 'USDT', contract: '0xcd', cashOut: false },
    { ...asset, assetId: 203, symbol: 'XYZ', contract: '0xce', network: 'nowhere' },
  ],
};

export const payee = { key: 'maria@exemplo.com', payeeName: 'MARIA', payeeCity: 'RECIFE' };
export const code = (amountCents?: bigint, txid?: string): string =>
  buildStaticBrCode({
    ...payee,
    ...(amountCents === undefined ? {} : { amountCents }),
    ...(txid === undefined ? {} : { txid }),
  });

/** A dynamic code: the end of its location chooses the scenario of the sandbox bank. */
export const dynamicCode = (location: string, amountCents?: bigint): string => {
  const body = [
    tlv('00', '01') + tlv('26', tlv('00', 'br.gov.bcb.pix') + tlv('25', location)),
    tlv('52', '0000') + tlv('53', '986'),
    amountCents === undefined ? '' : tlv('54', toDecimal(amountCents, 2)),
    tlv('58', 'BR') + tlv('59', payee.payeeName) + tlv('60', payee.payeeCity) + tlv('62', tlv('05', '***')),
    '6304',
  ].join('');
  return body + crc16(body);
};

/** Fixed prices of one unit: R$ 5.40 to sell, R$ 5.50 to buy. */
export const steadyPrices = (clock: Clock): PriceFeed<'sandbox'> => ({
  name: 'steady',
  mode: 'sandbox',
  price: async (_context, symbol) => ({
    ok: true,
    value: {
      symbol,
      pair: `${symbol}/BRL`,
      sell: '5.40',
      buy: '5.50',
      asOf: clock.iso(),
      sources: ['steady'],
    },
  }),
});

/** The only price source, for sandbox credentials. */
export const pricesFrom = (price: PriceFeed['price']): PriceFeeds =>
  choosePriceFeeds([{ name: 'test', mode: 'sandbox', price }]);

/** The needs of quoting, over the sandbox bank. */
export const quoting = () => {
  const deps = core();
  const { payouts: bank } = memorySandbox(deps.clock);
  return {
    ...deps,
    catalog,
    readStanding: goodStanding(deps.clock),
    instance: { mode: 'sandbox' as const },
    priceFeeds: choosePriceFeeds([steadyPrices(deps.clock)]),
    bank,
    payoutProviders: offering(bank),
  };
};

export const order: IssueQuote = {
  user: caller,
  assetId: 201,
  invoiceCode: code(15_000n),
  amountCents: null,
  sender: null,
  externalId: null,
};

/** A quote as a user gets it. */
export const quoted = async (deps: IssueQuoteDeps, differences: Partial<IssueQuote> = {}, name = 'quote') =>
  (await issueQuote(deps)({ ...order, ...differences }, asking(name, { isFresh: true }))).quote;
