import type { EventType } from '../../../aggregates/events';
import type { Mode } from '../../../aggregates/partner/events';
import type { Decided, SandboxOrderKey } from '../../../commands/ports/sandbox-controls';
import { decidePayout } from '../../../commands/sandbox/decide-payout';
import { core, happened, typesOf } from '../../core';
import { event } from '../../samples/sample-events';

const SENT = ['CashoutIntentCreated', 'DepositAccepted', 'PayoutRequested', 'PayoutDispatched'] as const;
const PAYOUT = { state: 'SETTLED', amountCents: 15_000n, returnedCents: 0n } as const;

const deciding = async (types: readonly EventType[] = SENT, decided: Decided = { kind: 'DONE', payout: PAYOUT }) => {
  const deps = core();
  await happened(deps.eventStore, ...types.map((type) => event(type)));
  const asked: SandboxOrderKey[] = [];
  const sandboxControls = {
    decidePayout: async (key: SandboxOrderKey) => {
      asked.push(key);
      return decided;
    },
  };
  const decide = (id = 'cid1', partnerId = 'p1', mode: Mode = 'sandbox') =>
    decidePayout({ ...deps, sandboxControls })({ partnerId, mode, id, decision: { kind: 'SETTLE' } });
  return { deps, asked, decide };
};

test('the latest attempt is decided at the bank, under its key, and no event is written', async () => {
  const { deps, asked, decide } = await deciding();
  expect(await decide()).toEqual(PAYOUT);
  await happened(
    deps.eventStore,
    event('PayoutRejected'),
    event('PayoutRequested', { attempt: 2, providerKey: 'key2' }),
    event('PayoutDispatched', { attempt: 2, providerKey: 'key2' }),
  );
  const before = await typesOf(deps.eventStore, 'cashout-cid1');
  await decide();
  expect(asked.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['key1', 'key2']);
  expect(await typesOf(deps.eventStore, 'cashout-cid1')).toEqual(before);
});

test("what is another partner's, of the other mode, not paid yet, or nothing is not there", async () => {
  const { asked, decide } = await deciding();
  expect([await decide('cid1', 'p2'), await decide('cid1', 'p1', 'live'), await decide('cid2')]).toEqual([
    null,
    null,
    null,
  ]);
  const unpaid = await deciding(SENT.slice(0, 1));
  expect([await unpaid.decide(), asked, unpaid.asked]).toEqual([null, [], []]);
});

test('what was not sent yet cannot be decided', async () => {
  const { decide } = await deciding(SENT.slice(0, 3));
  await expect(decide()).rejects.toMatchObject({ rejection: { code: 'WRONG_STATE' } });
});

test.each([
  [{ kind: 'UNKNOWN' }, 'WRONG_STATE'],
  [{ kind: 'TOO_LATE', state: 'FAILED' }, 'WRONG_STATE'],
  [{ kind: 'TOO_MUCH', leftCents: 5n }, 'VALIDATION_ERROR'],
] as const)('the bank says %j: %s', async (decided, code) => {
  const { decide } = await deciding(SENT, decided);
  await expect(decide()).rejects.toMatchObject({ rejection: { code } });
});
