import { randomBytes, randomUUID } from 'node:crypto';
import { buildStaticBrCode } from '../../aggregates/codes/build-br-code';
import type { QuoteIssued } from '../../aggregates/quote/events';
import type { Sealed } from '../../aggregates/sealed';
import { intentIdOf, memoOf } from '../../commands/quote/intent-id';
import { type NewStream, PARTNER, propose } from './ledger';

/** The coin of the only network that the benchmarks watch, from the catalog. */
export const COIN = { network: 'ethereum', assetId: 201, symbol: 'ETH', decimals: 18 } as const;
export const RECEIVER = '0x00000000000000000000000000000000c0ffee01';
const AMOUNT_BASE_UNITS = '10416666666666667';
const WINDOW_MS = 3_600_000;
/** Seconds by which a block may be later than the quote's end. */
export const QUOTE_TOLERANCE_SECONDS = 30;
/** Nonce and tag. */
const BOX_OVERHEAD_BYTES = 28;

/** Code of the payout: R$ 150.00. */
export const BR_CODE = buildStaticBrCode({
  key: '123e4567-e12b-12d1-a456-426655440000',
  payeeName: 'Padaria do Bairro',
  payeeCity: 'SAO PAULO',
  amountCents: 15_000n,
  txid: 'BENCH',
});

export const INSTRUCTION = JSON.stringify({
  kind: 'PIX_BRCODE',
  brCode: BR_CODE,
  amountIsFixed: true,
});

/** Random bytes of a box's length: no code opens them. */
const sealed = (subjectId: string): Sealed => ({
  sealed: 2,
  subjectId,
  box: randomBytes(INSTRUCTION.length + BOX_OVERHEAD_BYTES).toString('base64'),
  commitment: randomBytes(32).toString('base64'),
});

/** Terms of a quote of R$ 150.00, valid for an hour. */
export const quoteTerms = (userId: string): QuoteIssued => {
  const quoteId = randomUUID();
  const salt = randomBytes(32).toString('hex');
  const now = Date.now();
  const expiresAt = new Date(now + WINDOW_MS).toISOString();
  const { network, assetId, symbol, decimals } = COIN;
  const amountBaseUnits = AMOUNT_BASE_UNITS;
  const intentId = intentIdOf({
    quoteId,
    receiver: RECEIVER,
    chain: network,
    assetId,
    amountBaseUnits,
    expiresAt,
    salt,
  });
  return {
    ...{ quoteId, intentId, salt, userId, ...PARTNER, network, assetId, symbol, decimals, amountBaseUnits },
    receiver: RECEIVER,
    sender: null,
    memo: memoOf('lastro', intentId),
    payout: {
      kind: 'PIX_BRCODE',
      instruction: sealed(userId),
      amountCents: '15000',
      destinationMasked: '123e****-****-****-****-********0000',
    },
    fees: {
      ...{ floorCents: '0', platformCents: '225', partnerCents: '0', networkCents: '0', totalCents: '225' },
      ...{ platformBasisPoints: 150, partnerBasisPoints: 0 },
    },
    totalCents: '15225',
    currency: 'BRL',
    blockTimeToleranceSeconds: QUOTE_TOLERANCE_SECONDS,
    priceContext: { pair: 'ETH/BRL', price: '14616.00', asOf: new Date(now).toISOString(), sources: ['sandbox'] },
    externalId: null,
    issuedAt: new Date(now).toISOString(),
    expiresAt,
  };
};

export const quoteStream = (terms: QuoteIssued): NewStream => ({
  stream: `quote-${terms.quoteId}`,
  events: [propose({ type: 'QuoteIssued', data: terms }, terms.userId, terms.quoteId)],
});
