import type { CashoutEvent } from '../../aggregates/cashout/events';
import { explainIntent } from '../../commands/explain-intent';
import { histories, type Situation, situations } from '../aggregates/cashout/histories';
import { core, happened } from '../core';
import { event } from '../sample-events';

const explain = async (situation: Situation, ...since: readonly CashoutEvent[]) => {
  const { eventStore } = core();
  await happened(eventStore, ...histories[situation], ...since);
  return explainIntent({ eventStore })('cid1');
};

test.each(
  situations.filter((situation) => situation !== 'NONE'),
)('%s is explained, and what would move it', async (situation) => {
  const { intentId, status, because, movesWhen } = await explain(situation);
  const hasEnded = ['COMPLETED', 'FAILED', 'EXPIRED'].includes(status);
  expect(intentId).toBe('cid1');
  expect(because).toMatch(/\.$/);
  expect(movesWhen.length > 0).toBe(!hasEnded);
});

test.each<[Situation, string]>([
  ['PENDING', 'memo lastro:cid1'],
  ['UNKNOWN', 'provider key key1'],
  ['REJECTED', 'due at'],
  ['SECOND', 'attempt 2'],
])('%s names what matters: %s', async (situation, words) => {
  expect((await explain(situation)).movesWhen.join(' ')).toContain(words);
});

test('A2: an expiry that is held beyond the ceiling is told', async () => {
  const deps = core();
  await happened(deps.eventStore, event('CashoutIntentCreated'), event('ExpiryHeld'));
  expect((await explainIntent(deps)('cid1')).because).toContain('what may pay it is still not decided');
});

const contradicted = event('PayoutContradicted');

test.each<Situation>(['REJECTED', 'UNKNOWN', 'COMPLETED', 'FAILED'])('an alarm is said when %s', async (situation) => {
  expect((await explain(situation)).because).not.toContain('an operator must look');
  expect((await explain(situation, contradicted)).because).toContain('an operator must look');
});

test.each<Situation>([
  'ACCEPTED',
  'REQUESTED',
  'REJECTED',
])('after an alarm nothing moves what is %s and was not sent', async (situation) => {
  expect((await explain(situation, contradicted)).movesWhen).toEqual([]);
});

test('after an alarm what was sent may still settle', async () => {
  expect((await explain('UNKNOWN', contradicted)).movesWhen.join(' ')).toContain('provider key key1');
});

test.each<Situation>(['ACCEPTED', 'REJECTED'])('that its user is blocked is said when %s', async (situation) => {
  const { eventStore } = core();
  await happened(eventStore, ...histories[situation], event('UserRegistered'), event('UserBlocked'));
  const { movesWhen } = await explainIntent({ eventStore })('cid1');
  expect(movesWhen).toEqual([expect.stringContaining('once the user, who is blocked, is unblocked')]);
});

test('what came back is said', async () => {
  const part = event('PayoutReturned', { amountCents: '1050' });
  expect((await explain('COMPLETED', part, part)).because).toContain('R$ 21.00 of it came back.');
});

test('how often the PIN of a gift card was shown is said', async () => {
  const { eventStore } = core();
  await happened(eventStore, ...histories.COMPLETED, event('GiftCardRevealed'), event('GiftCardRevealed'));
  expect((await explainIntent({ eventStore })('cid1')).because).toContain('gift card was shown: 2.');
});

test('what never was is INTENT_NOT_FOUND', async () => {
  await expect(explainIntent(core())('cid1')).rejects.toMatchObject({ rejection: { code: 'INTENT_NOT_FOUND' } });
});
