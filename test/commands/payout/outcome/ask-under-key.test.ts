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
  ['settled', payout('SETTLED'), ['SETTLED', ['PayoutSettled', 'CashoutCompleted']]],
  ['on its way', payout('PROCESSING'), ['PROCESSING', []]],
  ['settled under another key', payout('SETTLED', { idempotencyKey: 'another' }), ['SETTLED', []]],
  ['what cannot be', failed('UNKNOWN', 'PROTOCOL'), ['CONTRADICTORY', []]],
  ['unknown to it', failed('NOT_FOUND'), [null, []]],
  ['nothing, being away', failed('UNAVAILABLE'), [null, []]],
  ['nothing, by an error', new Error('bug'), [null, []]],
])('what a provider says is %s', async (_what, said, expected) => {
  expect(await heard(said)).toEqual(expected);
});
