import type { KycAnswer, StartKyc } from '../../../../commands/ports/kyc/kyc-provider';
import type { Payee, Payout, PayoutRequest } from '../../../../commands/ports/payout-provider';
import type {
  Charge,
  ChargeRequest,
  ReceivedPix,
  Refund,
  ReportedDispute,
} from '../../../../commands/ports/providers/charge-provider';
import type { Failure } from '../../../../commands/ports/result';
import { answerShape, CALLS, type CallName, written } from '../../../../infra/providers/sandbox-remote/protocol';

const AT = '2026-11-20T12:00:00.000Z';
const LINK = 'https://sandbox.example/receipt';
const KEYED = { idempotencyKey: 'key-1', amount: 1_234n } as const;

// Everything that may be told is told: a part that the protocol leaves out would be lost without a word.
const ended: Required<NonNullable<Payout['failure']>> = {
  ...{ code: 'KEY_INVALID', providerCode: 'AC03', message: 'no', retryClass: false },
};
const payee: Required<Payee> = { key: 'f***@exemplo.com', name: 'FULANO', taxIdMasked: '***.123.456-**' };
const payout: Required<Payout> = {
  ...{ ...KEYED, providerId: 'sbx_1', state: 'RETURNED', endToEndId: 'E1', payee, failure: ended },
  ...{ returnedAmount: 34n, fee: 1n, settledAt: AT, receiptUrl: LINK, giftCardPin: '1234' },
};
const payment: Required<ReceivedPix> = {
  ...{ endToEndId: 'E1', amount: 15_000n, fee: 3n, paidAt: AT, refunded: 1n },
  payer: { taxIdMasked: '***', matchesExpected: false },
};
const dispute: Required<ReportedDispute> = {
  ...{ disputeId: 'd', endToEndId: 'E1', amount: 1n, state: 'OPENED', reason: 'fraud' },
};
const charge: Required<Charge> = {
  ...{ ...KEYED, providerId: 'sbx_2', txid: 't', state: 'PAID', brCode: '000201', qrImageUrl: LINK },
  ...{ payments: [payment], split: { isApplied: true, amount: 5n }, disputes: [dispute] },
};
const refund: Required<Refund> = { ...KEYED, state: 'FAILED', returnId: 'D1', failure: ended };
const kycAnswer: Required<KycAnswer> = {
  ...{ providerSessionId: 'sbx_3', state: 'REJECTED', providerStatus: 'Declined', webViewUrl: LINK, completedAt: AT },
  ...{ rejection: { code: 'PEP', retryAllowed: true }, screening: { sanctionsHit: false, pepHit: true } },
  verified: { document: '40442820135', birthDate: '1970-11-14', fullName: 'ANA' },
};
const failure: Omit<Required<Failure>, 'provider'> = {
  ...{ ok: false, kind: 'RATE_LIMITED', code: 'RATE_LIMITED', message: 'no', providerCode: '429' },
  ...{ retryClass: true, retryAfterMs: 3_000 },
};

test.each<[CallName, unknown]>([
  ['payouts.get', payout],
  ['payouts.list', [payout]],
  ['charges.get', charge],
  ['charges.refund', refund],
  ['charges.listCredits', [{ endToEndId: 'E1', chargeKey: null, amount: 1n, at: AT }]],
  ['kyc.get', kycAnswer],
])('whatever %s may answer comes whole', (name, value) => {
  const told = JSON.parse(written({ ok: true, value })) as unknown;
  expect(answerShape(name).parse(told)).toEqual({ ok: true, value });
});

test('a failure comes whole', () => {
  expect(answerShape('payouts.get').parse(JSON.parse(written(failure)))).toEqual(failure);
});

const payoutRequest: Required<PayoutRequest> = {
  ...{ ...KEYED, description: 'rent', notAfter: AT, scenario: 'STUCK' },
  method: { kind: 'BOLETO', barcode: '001', line: '00190' },
};
const chargeRequest: Required<ChargeRequest> = {
  ...{ ...KEYED, expiresAt: AT, description: 'tokens', notAfter: AT, scenario: 'CHARGE_PAID' },
  ...{
    payer: { name: 'Ana', taxId: '40442820135', email: 'ana@exemplo.com' },
    split: { pixKey: 'a@b.co', amount: 5n },
  },
};
const startKyc: Required<StartKyc> = {
  ...{ ref: 'session-1', scenario: 'KYC_IN_REVIEW' },
  declared: {
    ...{ personType: 'PJ', document: '11222333000181', birthDate: null, profile: { address: { city: 'Recife' } } },
    owners: [{ fullName: 'Ana', birthDate: '1970-11-14' }],
  },
};

test.each<[CallName, unknown]>([
  ['payouts.create', payoutRequest],
  ['charges.create', chargeRequest],
  ['kyc.start', startKyc],
])('whatever %s may be given comes whole', (name, request) => {
  expect(CALLS[name].given.parse(JSON.parse(written([request])))).toEqual([request]);
});
