import type { Movement } from '../../../aggregates/chain';
import { buildStaticBrCode } from '../../../aggregates/codes/build-br-code';
import { buildGiftCardCode } from '../../../aggregates/codes/gift-card';
import { isRejection, type RejectionCode } from '../../../aggregates/rejection';
import { createCashoutIntent } from '../../../commands/cashout/create-cashout-intent';
import { type IssueQuote, issueQuote } from '../../../commands/quote/issue-quote';
import { watchNetwork } from '../../../commands/watching/watch-network';
import { choosePriceFeeds } from '../../../infra/prices/price-feeds';
import { asking } from '../../core';
import { boletoOf } from '../../samples/boletos';
import { caller, order, payee, steadyPrices } from '../../samples/quoting';
import { AMOUNTS, PAYEES } from './amounts';
import { surviving } from './surviving';
import type { World } from './world';

/** Most pay a PIX code; some a key, a boleto whose price may move meanwhile, or a gift card. */
const invoiceOf = ({ random }: World): Pick<IssueQuote, 'invoiceCode' | 'pixKey' | 'amountCents'> => {
  const amountCents = random.pick(AMOUNTS);
  const key = random.pick(PAYEES);
  const pixCode = buildStaticBrCode({ ...payee, key, amountCents });
  const card = buildGiftCardCode('SBX', 'PLAY', amountCents);
  return random.pick([
    { invoiceCode: pixCode, amountCents: null },
    { invoiceCode: pixCode, amountCents: null },
    { invoiceCode: null, pixKey: { text: key, kind: null }, amountCents },
    { invoiceCode: boletoOf(amountCents, random.pick(['17', '04', '05'])), amountCents: null },
    { invoiceCode: card, amountCents: null },
  ]);
};

/** A faster request, or a request that stood still for too long. */
const REFUSALS: readonly RejectionCode[] = ['CONCURRENT_OPERATION', 'QUOTE_EXPIRED', 'QUOTE_ALREADY_USED'];

/** A user quotes and creates the intent, sometimes several times at once. */
export const buy = (world: World, number: number): Promise<void> => {
  const { random, deps } = world;
  const invoice = invoiceOf(world);
  const priceFeeds = choosePriceFeeds([steadyPrices(deps.clock)]);
  const request = async (): Promise<void> => {
    const { quote } = await issueQuote({ ...deps, priceFeeds })({ ...order, ...invoice }, asking(`quote${number}`));
    const times = random.chance(30) ? 3 : 1;
    const asked = Array.from({ length: times }, (_, index) =>
      createCashoutIntent(deps)(
        { user: caller, quoteId: quote.quoteId, sender: null },
        asking(`intent${number}-${index}`, { isFresh: random.chance(50) }),
      ),
    );
    for (const result of await Promise.allSettled(asked)) {
      if (result.status === 'rejected') {
        await surviving(async () => {
          if (isRejection(result.reason) && REFUSALS.includes(result.reason.rejection.code)) return;
          throw result.reason;
        });
      }
    }
  };
  return world.pauses.run(() => surviving(request));
};

type Terms = { readonly memo: string; readonly amountBaseUnits: string };

/** The transfers with which a user may answer an intent. */
const PAYMENTS: readonly ((terms: Terms) => readonly object[])[] = [
  ({ memo, amountBaseUnits }) => [{ memos: [memo], amountBaseUnits }],
  ({ memo, amountBaseUnits }) => [{ memos: [memo], amountBaseUnits }],
  ({ memo, amountBaseUnits }) => [{ memos: [memo], amountBaseUnits }],
  ({ memo, amountBaseUnits }) => [{ memos: [memo], amountBaseUnits }],
  ({ memo, amountBaseUnits }) => [{ memos: [memo], amountBaseUnits }],
  ({ memo, amountBaseUnits }) => [{ memos: [memo], amountBaseUnits: (BigInt(amountBaseUnits) + 7n).toString() }],
  ({ memo, amountBaseUnits }) => [{ memos: [memo], amountBaseUnits: (BigInt(amountBaseUnits) - 1n).toString() }],
  ({ memo, amountBaseUnits }) => [
    { memos: [memo], amountBaseUnits },
    { memos: [memo], amountBaseUnits },
  ],
  ({ memo, amountBaseUnits }) => [{ memos: [memo], amountBaseUnits, assetId: 202 }],
  ({ memo, amountBaseUnits }) => [{ memos: [memo, 'lastro:other'], amountBaseUnits }],
  ({ amountBaseUnits }) => [{ memos: [], amountBaseUnits }],
  () => [],
];

/** Drops the last blocks at times; returns most of their transfers, to be mined again. */
const dropped = (world: World): readonly Movement[] => {
  const { random, chain } = world;
  if (!world.chance(world.troubles.reorganisePercent)) return [];
  const first = chain.newestNumber() - random.upTo(3);
  return chain.reorganise(Math.max(chain.finalNumber() + 1, first)).filter(() => random.chance(70));
};

/** Mines a block with the payments. The id of a transaction names its effect, on any chain. */
export const mine = (world: World, unpaid: Terms[]): void => {
  const { random, chain } = world;
  const again = dropped(world);
  const paid = random.chance(world.troubles.payPercent) ? unpaid.splice(0, 1) : [];
  const transfers = paid.flatMap((terms) => random.pick(PAYMENTS)(terms));
  chain.mine(...again, ...transfers.map((transfer) => ({ ...transfer, txid: `0x${random.upTo(2 ** 32)}` })));
  if (random.chance(world.troubles.finalPercent))
    chain.finalise(Math.max(chain.finalNumber(), chain.newestNumber() - random.upTo(3)));
};

export const look = (world: World): Promise<void> =>
  world.pauses.run(() =>
    surviving(async () => {
      if (world.chance(world.troubles.awayPercent)) throw new Error('The network is away');
      await watchNetwork(world.watch)();
    }),
  );
