import { cashinQuote } from '../../../aggregates/quote/cashin-quote';
import type { CashinQuoteIssued } from '../../../aggregates/quote/events';
import { splitGross } from '../../../aggregates/quote/split-gross';
import { isRejection, type RejectionCode } from '../../../aggregates/rejection';
import { createCashinIntent } from '../../../commands/cashin/create-cashin-intent';
import { commandIdOf, streamIdOf } from '../../../commands/handling/deterministic-ids';
import { handle } from '../../../commands/handling/handle';
import { canonicalAddress } from '../../../infra/chains/families';
import { asking } from '../../core';
import { caller } from '../../samples/quoting';
import { surviving } from './surviving';
import type { World } from './world';

const WINDOW_MS = 300_000;
const SCHEDULE = { floorCents: 100n, platformBasisPoints: 150, partnerBasisPoints: 50 };
/** Base units for one cent, rounded down: one USDC is R$ 5.40. */
const BASE_UNITS_A_CENT = 1_850n;

/** The payer, and the destination of the crypto. */
const TAX_ID = '52998224725';
const WALLET = '0xbb';

const termsOf = async (world: World, quoteId: string): Promise<CashinQuoteIssued> => {
  const { random, deps, deliveries } = world;
  const gross = BigInt(5_000 + random.upTo(20_000));
  const { fees, netCents } = splitGross(gross, {
    pegged: false,
    schedule: SCHEDULE,
    networkFeeCents: BigInt(random.upTo(50)),
  });
  const isPartners = random.chance(25);
  const amount = netCents * BASE_UNITS_A_CENT;
  const minimum = deliveries.isConverting ? amount - amount / 100n : amount;
  const kept = BigInt(fees.floorCents) + BigInt(fees.platformCents) + BigInt(fees.networkCents);
  const splitCents = isPartners ? gross - kept : BigInt(fees.partnerCents);
  const pixKey = await deps.vault.seal('u1', 'partner@exemplo.com');
  return {
    ...{ quoteId, intentId: commandIdOf('cashin-intent', quoteId), userId: 'u1', partnerId: 'p1', mode: 'sandbox' },
    ...{ network: 'ethereum', assetId: 201, symbol: 'USDC', decimals: 6, fees, destination: WALLET, currency: 'BRL' },
    ...{ amountCents: gross.toString(), exchangedCents: netCents.toString(), amountBaseUnits: amount.toString() },
    minimumBaseUnits: (isPartners ? amount : minimum).toString(),
    deliveryMode: isPartners ? 'PARTNER' : 'PLATFORM',
    deliveryProvider: isPartners ? null : 'sandbox',
    split: splitCents > 0n ? { pixKey, pixKeyMasked: '***', amountCents: splitCents.toString() } : null,
    priceContext: { pair: 'USDC/BRL', price: '5.40', asOf: deps.clock.iso(), sources: ['steady'] },
    issuedAt: deps.clock.iso(),
    expiresAt: new Date(deps.clock.now() + WINDOW_MS).toISOString(),
  };
};

const quoted = async (world: World, number: number): Promise<CashinQuoteIssued> => {
  const context = asking(`cashin quote${number}`, { isFresh: true, correlationId: `cashin${number}` });
  const terms = await termsOf(world, streamIdOf(context.commandId));
  const command = { type: 'IssueCashinQuote', terms } as const;
  await handle(world.deps, cashinQuote, { id: terms.quoteId, context, command, opensStream: true });
  return terms;
};

/** A faster request, a request that stood still for too long, or a refused charge. */
const REFUSALS: readonly RejectionCode[] = [
  'CONCURRENT_OPERATION',
  'QUOTE_EXPIRED',
  'QUOTE_ALREADY_USED',
  'PROVIDER_FAILURE',
];

/** A user buys crypto; the client may send the request twice at once, or again later. */
export const charge = (world: World, number: number): Promise<void> => {
  const { random, deps } = world;
  const request = async (): Promise<void> => {
    const { quoteId } = await quoted(world, number);
    const times = random.chance(30) ? 3 : 1;
    const asked = Array.from({ length: times }, () =>
      surviving(async () => {
        const context = asking(`cashin${number}-${random.upTo(2)}`, { isFresh: random.chance(50) });
        const input = { user: caller, quoteId, customer: { taxID: TAX_ID }, destinationWallet: null };
        await createCashinIntent({ ...deps, canonicalAddress })(input, context).catch((error: unknown) => {
          if (!isRejection(error) || !REFUSALS.includes(error.rejection.code)) throw error;
        });
      }),
    );
    await Promise.all(asked);
  };
  return world.pauses.run(() => surviving(request));
};

/** Payers pay exactly, too much or too little, from another account, twice or late; some dispute it. */
export const payCharges = ({ random, charges, chance, troubles }: World): void => {
  for (const [key, { request, payments }] of charges.books.entries()) {
    if (!random.chance(payments.length === 0 ? 15 : 2)) continue;
    const wrong = random.pick([0n, 0n, 0n, 0n, 0n, 0n, 1n, -1n]);
    const isExpectedPayer = random.chance(90);
    charges.books.pay(key, { amount: request.amount + wrong, isExpectedPayer }, random.pick([0, 0, 2_000, 40_000]));
    charges.hint(key);
  }
  for (const key of charges.books.entries().keys()) {
    if (!chance(troubles.disputePercent)) continue;
    if (random.chance(50)) charges.books.dispute(key);
    else charges.books.decide(key);
    charges.hint(key);
  }
};

/** Every bank decides its open disputes in the end. */
export const decideDisputes = ({ charges }: World): void => {
  for (const key of charges.books.entries().keys()) {
    charges.books.decide(key);
    charges.hint(key);
  }
};
