import type { Mode } from '../../../aggregates/partner/events';
import type { Charge, ReportedDispute } from '../../../commands/ports/providers/charge-provider';
import type { SandboxOrderKey } from '../../../commands/ports/sandbox-controls';
import { decideDispute } from '../../../commands/sandbox/decide-dispute';
import { core, happened, typesOf } from '../../core';
import { charge } from '../../doubles/scripted-charges';
import { event } from '../../samples/sample-events';

const PAID = ['CashinIntentCreated', 'PixReceived', 'PixAccepted', 'DisputeOpened'] as const;

const told = (state: ReportedDispute['state']): ReportedDispute => ({
  ...{ disputeId: 'dispute1', endToEndId: 'E1', amount: 15_000n, state },
});

const disputed = (...disputes: readonly ReportedDispute[]): Charge | null => {
  const answer = charge('PAID', { disputes });
  return answer.ok ? answer.value : null;
};

const deciding = async (kept: Charge | null = disputed(told('REJECTED'))) => {
  const deps = core();
  await happened(deps.eventStore, ...PAID.map((type) => event(type)));
  const asked: SandboxOrderKey[] = [];
  const sandboxControls = {
    decideDispute: async (key: SandboxOrderKey) => {
      asked.push(key);
      return kept;
    },
  };
  const decide = (intentId = 'cash1', partnerId = 'p1', mode: Mode = 'sandbox') =>
    decideDispute({ ...deps, sandboxControls })({ partnerId, mode, intentId, decision: 'REJECTED' });
  return { deps, asked, decide };
};

test('the dispute of the intent’s charge is decided at the bank, and no event is written', async () => {
  const { deps, asked, decide } = await deciding();
  expect(await decide()).toEqual(told('REJECTED'));
  expect(asked).toEqual([{ partnerId: 'p1', idempotencyKey: 'cash1' }]);
  expect(await typesOf(deps.eventStore, 'cashin-cash1')).toEqual(PAID);
});

test('what is another partner’s, of the other mode, or nothing is not there', async () => {
  const { asked, decide } = await deciding();
  const answers = [await decide('cash1', 'p2'), await decide('cash1', 'p1', 'live'), await decide('cash2')];
  expect([answers, asked]).toEqual([[null, null, null], []]);
});

test.each([
  ['a charge that is forgotten', null],
  ['a charge that nobody disputes', disputed()],
  ['one that was decided otherwise', disputed(told('ACCEPTED'))],
])('the dispute of %s cannot be decided', async (_name, kept) => {
  await expect((await deciding(kept)).decide()).rejects.toMatchObject({ rejection: { code: 'WRONG_STATE' } });
});
