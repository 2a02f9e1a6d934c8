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
      (state) => [`${state} of another key`, ours(state, { idempotencyKey: 'key2' }), 'about another key'] as const,
    ),
    ['a payout without a key', ours('SETTLED', { idempotencyKey: '' }), 'about another key'],
    ['a state that nobody knows', ours('DONE' as 'SETTLED'), 'none that we know'],
    ['a state that every object has', ours('toString' as 'SETTLED'), 'none that we know'],
    ['no state at all', ours(undefined as unknown as 'SETTLED'), 'none that we know'],
    ['accepted for another amount', ours('ACCEPTED', { amount: 14_999n }), 'another amount'],
    ['failed for another amount', ours('FAILED', { amount: 15_001n }), 'another amount'],
    ['an amount without end', ours('SETTLED', { amount: 10n ** 400n }), 'its amount is none'],
    ['a fee without end', ours('SETTLED', { fee: 10n ** 400n }), 'its fee is none'],
    ['a fee that is paid to us', ours('SETTLED', { fee: -1n }), 'its fee is none'],
    ['a return without end', ours('RETURNED', { returnedAmount: 10n ** 400n }), 'its amount is none'],
  ].map((each) => each as [string, Result<Payout>, string]);

  test.each(breaches)('%s', (_name, answer, detail) => {
    const { said, alerts } = ask(answer);
    expect(said).toMatchObject({ ok: false, kind: 'UNKNOWN', code: 'PROTOCOL', provider: 'bank-a' });
    expect(alerts).toMatchObject([
      {
        what: 'A provider gave an answer that cannot be',
        facts: { stream: 'cashout-cid1', providerKey: 'key1', detail: expect.stringContaining(detail) },
      },
    ]);
  });
});

test('reports an answer that its adapter rejected to a person, and keeps it', () => {
  const answer = failed('UNKNOWN', 'PROTOCOL');
  const facts = { stream: 'cashout-cid1', providerKey: 'key1', detail: 'its adapter calls it a breach of protocol' };
  const told = { what: 'A provider gave an answer that cannot be', facts: { ...facts, provider: 'bank-a' } };
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
