import { walk } from '../../../../commands/cashin/credit/walk-credits';
import type { Credit } from '../../../../commands/ports/providers/charge-provider';
import { time } from '../../../../packages/testing/src/samples/sample-data';
import { charge } from '../../../doubles/scripted-charges';
import { failed } from '../../../doubles/scripted-provider';
import { cashing } from '../cashing';

const at = (seconds: number): number => Date.parse(time(seconds));
const DAY = 86_400;
const fresh = { beganAtMs: at(3 * DAY), fromMs: at(0), toMs: at(0), after: '', isWhole: true };
const credit = (endToEndId: string): Credit => ({ endToEndId, chargeKey: null, amount: 1n, at: time(5) });

const walking = async (list: (from: string) => readonly Credit[] | null) => {
  const credits = (from: string) => {
    const value = list(from);
    return value === null ? failed('UNAVAILABLE') : ({ ok: true, value } as const);
  };
  const { deps, charges, alerts } = await cashing({ credits, get: [charge('ACTIVE')] });
  const sweep = { partnerId: 'p1', mode: 'sandbox', provider: 'sandbox' } as const;
  return { alerts, go: (pass = fresh) => walk({ deps, sweep, provider: charges.provider, nowMs: at(3 * DAY) }, pass) };
};

test('reads every day, and ends at the end of its pass', async () => {
  const { go } = await walking(() => []);
  const end = { ...fresh, fromMs: at(3 * DAY), toMs: at(3 * DAY) };
  expect(await go()).toEqual({ pass: end, end: 'ENDED' });
});

test('stops at the day whose list the provider refused', async () => {
  const { go } = await walking((from) => (from < time(DAY) ? [credit('E1')] : null));
  const { pass, end } = await go();
  expect([pass.fromMs, pass.after, pass.isWhole, end]).toEqual([at(DAY), '', true, 'FAILED']);
});

test('skips read credits only in the window where the last run stopped', async () => {
  const { go, alerts } = await walking((from) => (from === time(0) ? [credit('E1'), credit('E2')] : []));
  await go({ ...fresh, toMs: at(DAY), after: 'E1' });
  expect(alerts()).toHaveLength(1);
  await go({ ...fresh, toMs: at(0), after: 'E1' });
  expect(alerts()).toHaveLength(3);
});

test('stops after the last credit that it read when the run is full', async () => {
  const many = Array.from({ length: 201 }, (_, n) => credit(`E${1000 + n}`));
  const { go } = await walking((from) => (from === time(0) ? many : []));
  expect(await go()).toEqual({ pass: { ...fresh, toMs: at(DAY), after: 'E1199' }, end: 'MORE' });
});
