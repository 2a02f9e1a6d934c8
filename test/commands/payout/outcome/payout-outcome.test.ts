import { textOf } from '../../../../commands/handling/sending/failure-text';
import { outcomeOf } from '../../../../commands/payout/outcome/payout-outcome';
import type { Payout } from '../../../../commands/ports/providers/payout-provider';
import type { FailureCode, FailureKind } from '../../../../commands/ports/providers/result';
import { failed, payout } from '../../../doubles/scripted-provider';

const settlement = { providerId: 'sbx_1', amountCents: '15000', endToEndId: 'E1', receiptUrl: null };

test.each<Payout['state']>(['CREATED', 'ACCEPTED', 'PROCESSING'])('decides no outcome by %s', (state) => {
  expect(outcomeOf(payout(state))).toBeNull();
});

test('takes the paid amount from SETTLED', () => {
  expect(outcomeOf(payout('SETTLED'))).toEqual({ kind: 'SETTLED', ...settlement });
  expect(outcomeOf(payout('SETTLED', { fee: 35n }))).toEqual({ kind: 'SETTLED', ...settlement, feeCents: '35' });
  const cost = { amount: '9.32', currency: 'USD' };
  expect(outcomeOf(payout('SETTLED', { cost }))).toEqual({ kind: 'SETTLED', ...settlement, cost });
});

test('takes the paid amount and the returned amount from RETURNED', () => {
  const outcome = outcomeOf(payout('RETURNED', { returnedAmount: 14_000n }));
  expect(outcome).toEqual({ kind: 'RETURNED', amountCents: '14000', settlement });
  expect(outcomeOf(payout('RETURNED'))).toMatchObject({ amountCents: '15000' });
});

test('makes SETTLED with a returned part a return, and keeps the settlement', () => {
  const outcome = outcomeOf(payout('SETTLED', { returnedAmount: 4_000n }));
  expect(outcome).toEqual({ kind: 'RETURNED', amountCents: '4000', settlement });
  expect(outcomeOf(payout('SETTLED', { returnedAmount: 0n }))).toMatchObject({ kind: 'SETTLED' });
});

test('omits or cuts texts of unlimited length', () => {
  const long = 'x'.repeat(1_000_000);
  const outcome = outcomeOf(payout('SETTLED', { providerId: long, endToEndId: long, receiptUrl: long }));
  expect(outcome).toEqual({
    kind: 'SETTLED',
    ...{ providerId: 'x'.repeat(2_000), amountCents: '15000', endToEndId: null, receiptUrl: null },
  });
});

test.each<[FailureCode, boolean, boolean]>([
  ['INSUFFICIENT_FUNDS', false, true],
  ['OUT_OF_HOURS', false, true],
  ['RATE_LIMITED', false, true],
  ['OTHER', true, true],
  ['OTHER', false, false],
  ['ACCOUNT_CLOSED', false, false],
])('FAILED with %s, said to be temporary: %s, may be tried again: %s', (code, saidSo, retryClass) => {
  const failure = { code, message: 'no', retryClass: saidSo };
  expect(outcomeOf(payout('FAILED', { failure }))).toEqual({
    kind: 'REJECTED',
    code,
    message: textOf({ code }),
    retryClass,
  });
  expect(outcomeOf(failed('REJECTED', code, { retryClass: saidSo }))).toMatchObject({ kind: 'REJECTED', retryClass });
});

test.each<[FailureKind, object]>([
  ['RETRYABLE', { kind: 'REJECTED', retryClass: true }],
  ['RATE_LIMITED', { kind: 'REJECTED', retryClass: true }],
  ['NOT_CONFIGURED', { kind: 'REJECTED', retryClass: false }],
  ['UNKNOWN', { kind: 'UNKNOWN', reason: `OTHER: ${textOf({ code: 'OTHER' })}` }],
  ['NOT_FOUND', { kind: 'UNKNOWN' }],
  ['UNAVAILABLE', { kind: 'UNKNOWN' }],
])('%s means %j; once the key was sent before, unknown', (kind, outcome) => {
  expect(outcomeOf(failed(kind))).toMatchObject(outcome);
  expect(outcomeOf(failed(kind), true)).toMatchObject({ kind: 'UNKNOWN' });
});

test('makes an already paid code unknown when its key was sent before', () => {
  const code = 'CODE_ALREADY_PAID';
  const failure = { code, message: 'no', retryClass: false } as const;
  const answers = [failed('REJECTED', code), payout('FAILED', { failure })];
  for (const answer of answers) {
    expect(outcomeOf(answer)).toMatchObject({ kind: 'REJECTED', code });
    expect(outcomeOf(answer, true)).toMatchObject({ kind: 'UNKNOWN' });
  }
});

test('makes a duplicate key unknown at any sending', () => {
  for (const sentBefore of [false, true]) {
    expect(outcomeOf(failed('REJECTED', 'DUPLICATE_KEY'), sentBefore)).toMatchObject({ kind: 'UNKNOWN' });
  }
});

test('omits a provider’s text, which may name a payee, and keeps its code', () => {
  const said = { message: 'CPF 529.982.247-25 of MARIA', providerCode: 'AC04' } as const;
  const kinds: readonly FailureKind[] = ['REJECTED', 'RETRYABLE', 'UNKNOWN', 'NOT_CONFIGURED', 'UNAVAILABLE'];
  const answers = [
    ...kinds.map((kind) => failed(kind, 'ACCOUNT_CLOSED', said)),
    payout('FAILED', { failure: { ...said, code: 'ACCOUNT_CLOSED', retryClass: false } }),
  ];
  for (const answer of answers) {
    for (const sentBefore of [false, true]) {
      const outcome = JSON.stringify(outcomeOf(answer, sentBefore));
      expect(outcome).not.toContain('MARIA');
      expect(outcome).toContain('The account of the payee is closed (AC04)');
    }
  }
});
