import { askUnderKey } from '../../../../commands/payout/outcome/ask-under-key';
import { readPayout } from '../../../../commands/payout/owners/owners';
import { dispatchPayout } from '../../../../commands/payout/sending/dispatch-payout';
import { failed, payout, type Script, scriptedProvider } from '../../../doubles/scripted-provider';
import { step, withRequestedPayout } from '../../../samples/paid-intent';

const heard = async (said: NonNullable<Script['get']>[number]) => {
  const deps = await withRequestedPayout();
  const { payoutProviders } = scriptedProvider({ create: [failed('UNKNOWN')], get: [said] });
  await dispatchPayout({ ...deps, payoutProviders })(step);
  const owed = await readPayout(deps.eventStore, step.stream);
  const provider = payoutProviders.choose('sandbox', { kind: 'PIX_KEY' });
  if (owed === null || provider === null) throw new Error('a payout is owed');
  const { providerKey } = deps;
  const { state, events } = await askUnderKey(deps, { owed, providerKey, provider, causeEventId: 'asked' });
  return [state, events.map(({ type }) => type)];
};

test.each([
  ['a settlement', payout('SETTLED'), ['SETTLED', ['PayoutSettled', 'CashoutCompleted']]],
  ['a payout on its way', payout('PROCESSING'), ['PROCESSING', []]],
  ['a settlement under another key', payout('SETTLED', { idempotencyKey: 'another' }), ['SETTLED', []]],
  ['breach of the protocol', failed('UNKNOWN', 'PROTOCOL'), ['CONTRADICTORY', []]],
  ['an unknown key', failed('NOT_FOUND'), [null, []]],
  ['a timeout', failed('UNAVAILABLE'), [null, []]],
  ['an exception', new Error('bug'), [null, []]],
])('records the outcome of %s', async (_what, said, expected) => {
  expect(await heard(said)).toEqual(expected);
});
