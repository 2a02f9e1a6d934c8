import type { EventType, LedgerEvent } from '../../../aggregates/events';
import { syncSession } from '../../../commands/kyc/sync-session';
import type { Charge, ReportedDispute } from '../../../commands/ports/providers/charge-provider';
import { sandboxDecisions } from '../../../commands/sandbox/decisions';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { asking, core, happened, typesOf } from '../../core';
import { memorySandbox } from '../../infra/providers/memory-sandbox';
import { kycWorld, SCOPE } from '../kyc/kyc-world';

const OWNER = { partnerId: 'p1', mode: 'sandbox' } as const;
const PAYOUT_SENT: readonly EventType[] = [
  ...(['CashoutIntentCreated', 'DepositAccepted', 'PayoutRequested', 'PayoutDispatched'] as const),
];
const DELIVERY_SENT: readonly EventType[] = [
  ...(['CashinIntentCreated', 'PixReceived', 'PixAccepted', 'DeliveryRequested', 'DeliverySent'] as const),
];
const PAYOUT = { state: 'SETTLED', amountCents: 15_000n, returnedCents: 0n } as const;
const DISPUTE: ReportedDispute = { disputeId: 'd1', endToEndId: 'E1', amount: 15_000n, state: 'REJECTED' };

/** Decisions over controls that note the key of each call. */
const deciding = async (types: readonly EventType[]) => {
  const deps = core();
  await happened(deps.eventStore, ...types.map((type) => event(type) as LedgerEvent));
  const keys: string[] = [];
  const noting =
    <Answer>(answer: Answer) =>
    async (key: { readonly idempotencyKey: string }) => {
      keys.push(key.idempotencyKey);
      return answer;
    };
  const sandboxControls = {
    ...{ decidePayout: noting(PAYOUT), payCharge: noting({} as Charge), decideDispute: noting(DISPUTE) },
    ...{ decideDelivery: noting(undefined), decideSession: async () => undefined },
  };
  return { ...sandboxDecisions({ ...deps, sandboxControls }), deps, keys };
};

type Deciding = Awaited<ReturnType<typeof deciding>>;
type Asked = Parameters<Deciding['paySandboxCharge']>[0];

const CONTROLS: readonly (readonly [
  string,
  string,
  readonly EventType[],
  string,
  (by: Deciding, asked: Omit<Asked, 'pix'>) => Promise<unknown>,
])[] = [
  [
    ...(['a payout', 'cashout-cid1', PAYOUT_SENT, 'key1'] as const),
    (by, asked) => by.decideSandboxPayout({ ...asked, decision: { kind: 'SETTLE' } }),
  ],
  [
    ...(['a charge', 'cashin-cash1', DELIVERY_SENT, 'cash1'] as const),
    (by, asked) => by.paySandboxCharge({ ...asked, pix: {} }),
  ],
  [
    ...(['a dispute', 'cashin-cash1', DELIVERY_SENT, 'cash1'] as const),
    (by, asked) => by.decideSandboxDispute({ ...asked, decision: 'REJECTED' }),
  ],
  [
    ...(['a delivery', 'cashin-cash1', DELIVERY_SENT, 'delivery1'] as const),
    (by, asked) => by.decideSandboxDelivery({ ...asked, decision: 'CONFIRMED' }),
  ],
];

describe.each(CONTROLS)('%s', (...row) => {
  const [, stream, history, key, decide] = row;
  const id = stream.split('-')[1] ?? '';

  test('decides under the sent key, and writes no event', async () => {
    const by = await deciding(history);
    expect(await decide(by, { ...OWNER, id })).not.toBeNull();
    expect(by.keys).toEqual([key]);
    expect(await typesOf(by.deps.eventStore, stream)).toEqual(history);
  });

  test.each([
    ['of another partner', { partnerId: 'p2' }],
    ['of the other mode', { mode: 'live' }],
    ['of an unknown id', { id: 'none' }],
  ] as const)('does not find %s', async (_whose, changes) => {
    const by = await deciding(history);
    expect([await decide(by, { ...OWNER, id, ...changes }), by.keys]).toEqual([null, []]);
  });
});

test('decides the latest attempt of a payout', async () => {
  const by = await deciding(PAYOUT_SENT);
  await happened(
    by.deps.eventStore,
    event('PayoutRejected'),
    event('PayoutRequested', { attempt: 2, providerKey: 'key2' }),
    event('PayoutDispatched', { attempt: 2, providerKey: 'key2' }),
  );
  await by.decideSandboxPayout({ ...OWNER, id: 'cid1', decision: { kind: 'SETTLE' } });
  expect(by.keys).toEqual(['key2']);
});

test('refuses to decide a payout or a delivery that was not sent yet', async () => {
  const wrongState = { rejection: { code: 'WRONG_STATE' } };
  const unsent = await deciding([...PAYOUT_SENT.slice(0, 3), ...DELIVERY_SENT.slice(0, 3)]);
  const payout = unsent.decideSandboxPayout({ ...OWNER, id: 'cid1', decision: { kind: 'SETTLE' } });
  await expect(payout).rejects.toMatchObject(wrongState);
  const delivery = unsent.decideSandboxDelivery({ ...OWNER, id: 'cash1', decision: 'CONFIRMED' });
  await expect(delivery).rejects.toMatchObject(wrongState);
  const unpaid = await deciding(PAYOUT_SENT.slice(0, 1));
  expect(await unpaid.decideSandboxPayout({ ...OWNER, id: 'cid1', decision: { kind: 'SETTLE' } })).toBeNull();
});

test('refuses a PIX from before the intent was created', async () => {
  const deps = core();
  await happened(deps.eventStore, event('CashinIntentCreated'));
  const { charges, controls } = memorySandbox(deps.clock);
  const context = { requestId: 'r', ...OWNER, deadlineMs: Number.MAX_SAFE_INTEGER };
  const request = { idempotencyKey: 'cash1', amount: 15_000n, payer: { taxId: '40442820135' } };
  const { paySandboxCharge: pay } = sandboxDecisions({ ...deps, sandboxControls: controls });
  const payAt = (paidAt: string) => pay({ ...OWNER, id: 'cash1', pix: { paidAtMs: Date.parse(paidAt) } });
  await expect(payAt(time(10))).rejects.toMatchObject({ rejection: { code: 'WRONG_STATE' } });
  await charges.create(context, { ...request, expiresAt: time(300), notAfter: time(1) });
  await expect(payAt(time(9))).rejects.toMatchObject({
    rejection: { code: 'VALIDATION_ERROR', fieldErrors: { paidAt: 'is before the intent was created' } },
  });
  expect((await payAt(time(10)))?.payments).toHaveLength(1);
});

describe('a session that waits for a decision', () => {
  const opened = async () => {
    const world = kycWorld();
    // In review until it is decided (docs/kyc-sandbox.md).
    const { sessionId: id } = await world.startOf('91708635203');
    const { decideSandboxSession: decide } = sandboxDecisions({
      ...{ eventStore: world.eventStore, sandboxControls: world.desk.controls },
    });
    let asked = 0;
    const stateNow = async () =>
      (await syncSession(world.deps)({ sessionId: id }, asking(`sync ${++asked}`, { subjectId: null }))).state;
    return { world, stateNow, decide, session: { ...SCOPE, id } };
  };

  test.each(['APPROVED', 'REJECTED'] as const)('is %s after that decision, and not before', async (decision) => {
    const { world, session, decide, stateNow } = await opened();
    world.clock.advance(86_400_000);
    expect(await stateNow()).toMatchObject({ status: 'IN_REVIEW' });
    expect(await decide({ ...session, decision })).toBe(decision);
    expect(await stateNow()).toMatchObject({ status: decision });
    await expect(decide({ ...session, decision: 'APPROVED' })).rejects.toThrow(`already has status ${decision}`);
  });

  test('loses its approval when the provider withdraws it', async () => {
    const { session, decide, stateNow } = await opened();
    await decide({ ...session, decision: 'APPROVED' });
    expect(await stateNow()).toMatchObject({ status: 'APPROVED' });
    await decide({ ...session, decision: 'REJECTED' });
    expect(await stateNow()).toMatchObject({ status: 'REJECTED' });
    await expect(decide({ ...session, decision: 'REJECTED' })).rejects.toThrow('already has status REJECTED');
  });

  test('is rejected with the given reason, but an approval has no reason', async () => {
    const { session, decide, stateNow } = await opened();
    await expect(decide({ ...session, decision: 'APPROVED', reason: 'LIVENESS' })).rejects.toMatchObject({
      rejection: { code: 'VALIDATION_ERROR', fieldErrors: { reason: expect.any(String) } },
    });
    await decide({ ...session, decision: 'REJECTED', reason: 'LIVENESS' });
    expect(await stateNow()).toMatchObject({ status: 'REJECTED', rejectionReason: 'LIVENESS' });
  });

  test('is decided only by its owner, while the provider has the session', async () => {
    const { world, session, decide } = await opened();
    for (const changes of [{ partnerId: 'p2' }, { mode: 'live' }, { id: 'none' }] as const)
      expect(await decide({ ...session, ...changes, decision: 'APPROVED' })).toBeNull();
    await world.desk.controls.reset(SCOPE.partnerId);
    await expect(decide({ ...session, decision: 'APPROVED' })).rejects.toThrow('has no such session');
  });
});
