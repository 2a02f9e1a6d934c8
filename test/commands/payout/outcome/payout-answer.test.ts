import { asked, believed } from '../../../../commands/payout/outcome/payout-answer';
import type { Payout } from '../../../../commands/ports/providers/payout-provider';
import type { Result } from '../../../../commands/ports/providers/result';
import { core } from '../../../core';
import { failed, payout } from '../../../doubles/scripted-provider';

const question = { provider: 'bank-a', providerKey: 'key1', amountCents: 15_000n };
const ask = (answer: Result<Payout>) => {
  const { alert, alerts } = core();
  return { said: believed(alert, 'cashout-cid1', question, answer), alerts };
};
const STATES: readonly Payout['state'][] = ['CREATED', 'ACCEPTED', 'PROCESSING', 'SETTLED', 'FAILED', 'RETURNED'];
const ours = (state: Payout['state'], differences: Partial<Payout> = {}) =>
  payout(state, { idempotencyKey: 'key1', ...differences });

test.each(STATES)('believes %s of our own order', (state) => {
  const answer = ours(state);
  expect(ask(answer)).toEqual({ said: answer, alerts: [] });
});

test('returns a failure unchanged', () => {
  const answer = failed('NOT_FOUND');
  expect(ask(answer)).toEqual({ said: answer, alerts: [] });
});

describe('an impossible answer', () => {
  const breaches: readonly [string, Result<Payout>, string][] = [
    ...STATES.map(
      (state) =>
        [`${state} of another key`, ours(state, { idempotencyKey: 'key2' }), 'the answer has another key'] as const,
    ),
    ['a payout without a key', ours('SETTLED', { idempotencyKey: '' }), 'the answer has another key'],
    ['a state that nobody knows', ours('DONE' as 'SETTLED'), 'the state is unknown'],
    ['a state that every object has', ours('toString' as 'SETTLED'), 'the state is unknown'],
    ['no state at all', ours(undefined as unknown as 'SETTLED'), 'the state is unknown'],
    ['accepted for another amount', ours('ACCEPTED', { amount: 14_999n }), 'another amount'],
    ['failed for another amount', ours('FAILED', { amount: 15_001n }), 'another amount'],
    ['an amount without end', ours('SETTLED', { amount: 10n ** 400n }), 'the amount is malformed'],
    ['a fee without end', ours('SETTLED', { fee: 10n ** 400n }), 'the fee is malformed'],
    ['a fee that is paid to us', ours('SETTLED', { fee: -1n }), 'the fee is malformed'],
    ['a return without end', ours('RETURNED', { returnedAmount: 10n ** 400n }), 'the amount is malformed'],
  ].map((each) => each as [string, Result<Payout>, string]);

  test.each(breaches)('%s', (_name, answer, detail) => {
    const { said, alerts } = ask(answer);
    expect(said).toMatchObject({ ok: false, kind: 'UNKNOWN', code: 'PROTOCOL', provider: 'bank-a' });
    expect(alerts).toMatchObject([
      {
        what: 'A payout provider gave an impossible answer',
        facts: { stream: 'cashout-cid1', providerKey: 'key1', detail: expect.stringContaining(detail) },
      },
    ]);
  });
});

test('reports a rejected answer to a person, and keeps the alert', () => {
  const answer = failed('UNKNOWN', 'PROTOCOL');
  const facts = { stream: 'cashout-cid1', providerKey: 'key1', detail: 'the adapter reports a breach of the protocol' };
  const told = { what: 'A payout provider gave an impossible answer', facts: { ...facts, provider: 'bank-a' } };
  expect(ask(answer)).toEqual({ said: answer, alerts: [told] });
});

test.each(['SETTLED', 'RETURNED'] as const)('leaves %s for another amount to the payout', (state) => {
  const answer = ours(state, { amount: 1n });
  expect(ask(answer)).toEqual({ said: answer, alerts: [] });
});

test('reports a question that ends in an error as unanswered', async () => {
  const broken = async () => {
    throw new Error('bug');
  };
  expect(await asked('bank-a', broken)).toMatchObject({ ok: false, kind: 'UNAVAILABLE', provider: 'bank-a' });
});
