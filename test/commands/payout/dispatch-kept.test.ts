import { dispatchPayout } from '../../../commands/payout/sending/dispatch-payout';
import { typesOf } from '../../core';
import { payout, type Script, scriptedProvider } from '../../doubles/scripted-provider';
import { INSTRUCTION, step, withRequestedPayout } from '../../samples/paid-intent';

const withBank = async (script: Script) => {
  const deps = await withRequestedPayout();
  const bank = scriptedProvider(script);
  const since = async () => (await typesOf(deps.eventStore, 'cashout-cid1')).slice(3);
  return { deps: { ...deps, payoutProviders: bank.payoutProviders }, bank, since };
};

test('leaves the payout unsent while the vault cannot keep the parties', async () => {
  const { deps, bank, since } = await withBank({ create: [payout('ACCEPTED')] });
  const seal = async () => {
    throw new Error('the vault is away');
  };
  await expect(dispatchPayout({ ...deps, vault: { ...deps.vault, seal } })(step)).rejects.toThrow('the vault is away');
  expect([await since(), bank.sent.length]).toEqual([[], 0]);
});

describe('the record of a payout for a tax obligation', () => {
  const partiesIn = async ({ eventStore }: Pick<Awaited<ReturnType<typeof withRequestedPayout>>, 'eventStore'>) =>
    (await eventStore.readStream(step.stream)).flatMap((event) =>
      event.type === 'PayoutDispatched' ? [event.data.parties] : [],
    );

  test('holds the instruction, sealed a second time, beyond the erasure of the user', async () => {
    const { deps } = await withBank({ create: [payout('SETTLED')] });
    await dispatchPayout(deps)(step);
    const [parties] = await partiesIn(deps);
    if (parties === undefined) throw new Error('nothing was kept');
    expect(parties.subjectId).toBe('fiscal:u1');
    await deps.vault.erase('u1');
    expect(JSON.parse((await deps.vault.open(parties)) ?? 'null')).toEqual(INSTRUCTION);
    await deps.vault.erase('fiscal:u1');
    expect(await deps.vault.open(parties)).toBeNull();
  });

  test('holds no party when the payee was erased before', async () => {
    const { deps } = await withBank({ create: [payout('SETTLED')] });
    await deps.vault.erase('u1');
    await dispatchPayout(deps)(step);
    expect(await partiesIn(deps)).toEqual([undefined]);
  });
});
