import { readPayout } from '../../../../commands/payout/owners/owners';
import { isUnpaid, type LostPayout } from '../../../../commands/payout/sending/send-again';
import type { Payout } from '../../../../commands/ports/providers/payout-provider';
import { intentCreated, time } from '../../../../packages/testing/src/samples/sample-data';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { core, happened } from '../../../core';
import { failed, type Script, scriptedProvider } from '../../../doubles/scripted-provider';

const METHOD = { kind: 'PIX_KEY', keyType: 'EMAIL', key: 'ana@sandbox.example' } as const;
const FIRST = { attempt: 1, providerKey: 'key1' };
const SECOND = { attempt: 2, providerKey: 'key2' };

/** The second attempt is lost; another intent, cid2, was sent under key9; key8 belongs to no stream, against the rows. */
const lost = async (script: Script = {}) => {
  const deps = core();
  const instruction = await deps.vault.seal('u1', JSON.stringify(METHOD));
  const other = { intentId: 'cid2' };
  await happened(
    deps.eventStore,
    event('CashoutIntentCreated', { payout: { ...intentCreated.payout, instruction } }),
    event('DepositAccepted'),
    event('PayoutRequested', FIRST),
    event('PayoutDispatched', FIRST),
    event('PayoutRejected', { ...FIRST, nextAttemptAt: time(100) }),
    event('PayoutRequested', SECOND),
    event('PayoutDispatched', SECOND),
    ...[event('CashoutIntentCreated', other), event('DepositAccepted', other)],
    event('PayoutRequested', { ...other, providerKey: 'key9' }),
  );
  const rows: Readonly<Record<string, 'cashout-cid1' | 'cashout-cid2'>> = {
    key1: 'cashout-cid1',
    key2: 'cashout-cid1',
    key8: 'cashout-cid2',
    key9: 'cashout-cid2',
  };
  const wired = { ...deps, streamOfPayout: async (key: string) => rows[key] ?? null };
  const owed = await readPayout(deps.eventStore, 'cashout-cid1');
  if (owed === null) throw new Error('nothing is owed');
  const call = { requestId: 'r', partnerId: 'p1', mode: 'sandbox', deadlineMs: 0 } as const;
  const window = { from: time(0), to: time(600) };
  const payout: LostPayout = { owed, providerKey: 'key2', call, window };
  const bank = scriptedProvider(script);
  return { deps: wired, bank, check: () => isUnpaid(wired, bank.provider, payout) };
};

const item = (differences: Partial<Payout> = {}): Payout => ({
  ...{ idempotencyKey: 'foreign', providerId: 'sbx_2', state: 'SETTLED', amount: 15_000n },
  ...differences,
});
const listing = (...items: readonly Payout[]): Script => ({ list: { ok: true, value: items } });
const check = async (script: Script): Promise<boolean> => (await lost(script)).check();

test('treats a payout as unpaid when the list of the whole window lacks it', async () => {
  const { bank, check: ask } = await lost();
  expect(await ask()).toBe(true);
  expect(bank.listed).toEqual([[time(0), time(600)]]);
});

describe('a listed payment of the same amount', () => {
  test.each<[string, Partial<Payout>]>([
    ['with a key that we do not know, and no payee', {}],
    ['without a key, and no payee', { idempotencyKey: '' }],
    ['with a key that a row says is ours and no stream does', { idempotencyKey: 'key8' }],
    ['with a key that we do not know, and our payee', { payee: { key: METHOD.key } }],
    ['with a key that we do not know, and what could be our payee', { payee: { key: 'a***@***.example' } }],
    ['with a key that we do not know, and only a name', { payee: { name: 'RUI' } }],
    ['although it has failed', { state: 'FAILED' }],
    ['an earlier attempt of ours, which was rejected and is paid all the same', { idempotencyKey: 'key1' }],
    ['an earlier attempt of ours that is under way', { idempotencyKey: 'key1', state: 'PROCESSING' }],
    ['its own key, which was said to be unknown', { idempotencyKey: 'key2' }],
    ['its own key, said to have failed', { idempotencyKey: 'key2', state: 'FAILED' }],
    ['its own key, for another payee', { idempotencyKey: 'key2', payee: { key: 'rui@sandbox.example' } }],
  ])('%s', async (_name, differences) => expect(await check(listing(item(differences)))).toBe(false));

  test('blocks by its own key at any amount', async () => {
    expect(await check(listing(item({ idempotencyKey: 'key2', amount: 1n })))).toBe(false);
  });
  test('blocks also among payments that do not', async () => {
    const others = Array.from({ length: 50 }, () => item({ idempotencyKey: 'key9' }));
    expect(await check(listing(...others, item()))).toBe(false);
    expect(await check(listing(...others))).toBe(true);
  });
});

describe('a listed payment that is certainly another one', () => {
  test.each<[string, Partial<Payout>]>([
    ['a key of ours that belongs to another payout', { idempotencyKey: 'key9' }],
    [
      'a key of ours that belongs to another payout, for the same payee',
      { idempotencyKey: 'key9', payee: { key: METHOD.key } },
    ],
    ['an earlier attempt that failed', { idempotencyKey: 'key1', state: 'FAILED' }],
    ['a payee that differs', { payee: { key: 'rui@sandbox.example' } }],
    ['a masked payee that differs', { payee: { key: 'r***@***.example' } }],
    ['no key, and a payee that differs', { idempotencyKey: '', payee: { key: '+5511987654321' } }],
  ])('%s', async (_name, differences) => expect(await check(listing(item(differences)))).toBe(true));

  test('does not block with another amount', async () => {
    expect(await check(listing(item({ amount: 14_999n }), item({ amount: 15_001n })))).toBe(true);
  });
});

describe('a check without proof', () => {
  test.each<[string, Script]>([
    ['a provider that keeps no keys', { idempotency: 'LOOKUP_ONLY' }],
    ['a window that cannot be seen', { list: failed('UNAVAILABLE') }],
    [
      'a window that is not told whole',
      { list: failed('UNAVAILABLE', 'OTHER', { message: 'more than 1000 payouts' }) },
    ],
    ['no right to see the window', { list: failed('REJECTED', 'AUTH') }],
  ])('%s', async (_name, script) => expect(await check(script)).toBe(false));

  test('blocks when the list ends in an error', async () => {
    const { deps, bank } = await lost();
    const owed = await readPayout(deps.eventStore, 'cashout-cid1');
    const list = async () => {
      throw new Error('bug');
    };
    const call = { requestId: 'r', partnerId: 'p1', mode: 'sandbox', deadlineMs: 0 } as const;
    const payout = { owed: owed!, providerKey: 'key2', call, window: { from: time(0), to: time(1) } };
    expect(await isUnpaid(deps, { ...bank.provider, list }, payout)).toBe(false);
  });

  test('trusts only keys when the payee was erased', async () => {
    const foreign = await lost(listing(item({ payee: { key: 'rui@sandbox.example' } })));
    await foreign.deps.vault.erase('u1');
    expect(await foreign.check()).toBe(false);
    const known = await lost(listing(item({ idempotencyKey: 'key9' })));
    await known.deps.vault.erase('u1');
    expect(await known.check()).toBe(true);
  });
});
