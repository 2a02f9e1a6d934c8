import { explainIntent } from '../../commands/explain-intent';
import { histories, type Situation, situations } from '../aggregates/cashout/histories';
import { core, happened } from '../core';
import { event } from '../sample-events';

const explain = async (situation: Situation) => {
  const { eventStore } = core();
  await happened(eventStore, ...histories[situation]);
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

test('an alarm is said', async () => {
  expect((await explain('CONTRADICTED')).because).toContain('an operator must look');
});

test('how often the PIN of a gift card was shown is said', async () => {
  const { eventStore } = core();
  await happened(eventStore, ...histories.COMPLETED, event('GiftCardRevealed'), event('GiftCardRevealed'));
  expect((await explainIntent({ eventStore })('cid1')).because).toContain('gift card was shown: 2.');
});

test('what never was is INTENT_NOT_FOUND', async () => {
  await expect(explainIntent(core())('cid1')).rejects.toMatchObject({ rejection: { code: 'INTENT_NOT_FOUND' } });
});
