import { sweepCredits } from '../../../../commands/cashin/credit/sweep-credits';
import type { Credit } from '../../../../commands/ports/providers/charge-provider';
import type { Result } from '../../../../commands/ports/providers/result';
import { time } from '../../../../packages/testing/src/samples/sample-data';
import type { ChargeScript } from '../../../doubles/scripted-charges';
import { failed } from '../../../doubles/scripted-provider';
import { credit, credits, DAY, HOUR, inOneWindow, late, MINUTE, sweep, sweeping, UNSWEPT } from '../sweeping';

test('finds and refunds a late PIX whose charge is no longer asked about', async () => {
  const { run, since } = await sweeping(credits(credit()));
  expect(await run()).toEqual({ askAgainAtMs: Date.parse(time(500)) + 900_000 });
  expect(await since()).toEqual(['PixReceived', 'ChargeRefundDue']);
});

test('asks no provider about a known PIX', async () => {
  const { deps, charges } = await sweeping(credits(credit()));
  await sweepCredits({ ...deps, intentOfPix: async () => 'cash1' })(sweep);
  expect(charges.calls).not.toContain('get');
});

test.each([
  ['names no charge', credit({ chargeKey: null })],
  ['names a charge that is none of ours', credit({ chargeKey: 'foreign' })],
  ['names nothing that can be', credit({ chargeKey: 'a b' })],
])('alerts an operator about a PIX that %s', async (_name, unmatched) => {
  const { run, since, alerts } = await sweeping(credits(unmatched));
  await run();
  expect([await since(), alerts()]).toEqual([[], ['A received PIX names no charge of this service']]);
});

test('asks about no charge of another partner', async () => {
  const { run, since, charges } = await sweeping(credits(credit()));
  await run({ partnerId: 'p2' });
  expect([await since(), charges.calls.includes('get')]).toEqual([[], false]);
});

test('records no event after a failed list, and asks no missing provider', async () => {
  const { run, since, charges } = await sweeping({ credits: failed('UNAVAILABLE') });
  await run();
  const { length } = charges.calls;
  await run({ provider: 'other' });
  expect([await since(), new Set(charges.calls), charges.calls.length]).toEqual([[], new Set(['listCredits']), length]);
});

const nothing = { ok: true, value: [] } as const;

describe('an operator’s alert', () => {
  test('comes after an hour of failed lists, and ends with the first successful one', async () => {
    let answer: ChargeScript['credits'] = failed('UNAVAILABLE');
    const { run, at, alerts } = await sweeping({ credits: () => answer as typeof nothing });
    for (const seconds of [0, 15 * MINUTE, 30 * MINUTE, HOUR]) {
      at(seconds);
      await run();
    }
    expect(alerts()).toEqual([]);
    at(HOUR + MINUTE);
    await run();
    expect(alerts()).toEqual([UNSWEPT]);
    answer = nothing;
    at(2 * HOUR);
    await run();
    answer = failed('UNAVAILABLE');
    at(3 * HOUR);
    await run();
    expect(alerts()).toEqual([UNSWEPT]);
  });

  test('comes when a listed credit has no answer about its charge, or no provider', async () => {
    const { run, at, alerts } = await sweeping({ ...credits(credit()), get: [failed('UNAVAILABLE')] });
    for (const seconds of [500, 500 + HOUR + MINUTE]) {
      at(seconds);
      await run();
      await run({ provider: 'other' });
    }
    expect(alerts()).toEqual([UNSWEPT, UNSWEPT]);
  });
});

/** From when to when it was asked, and what. */
const asking = async (value: (from: string, to: string) => Result<readonly Credit[]> = () => nothing) => {
  const windows: { readonly from: string; readonly to: string }[] = [];
  const list = (from: string, to: string) => {
    windows.push({ from, to });
    return value(from, to);
  };
  return { ...(await sweeping({ credits: list })), windows };
};

describe('the window', () => {
  test('begins before the first intent, and later before the last successful sweep', async () => {
    let isDown = false;
    const { run, at, windows } = await asking(() => (isDown ? failed('UNAVAILABLE') : nothing));
    await run();
    expect([windows[0]?.from, windows.at(-1)?.to]).toEqual([time(-2 * DAY), time(500)]);
    isDown = true;
    at(DAY);
    await run();
    isDown = false;
    windows.length = 0;
    at(30 * DAY);
    await run();
    expect([windows[0]?.from, windows.at(-1)?.to]).toEqual([time(500 - 2 * DAY), time(30 * DAY)]);
    expect(windows.every(({ from }, index) => index === 0 || from === windows[index - 1]?.to)).toBe(true);
  });

  test('reaches back 90 days at most', async () => {
    const { run, at, windows } = await asking();
    at(400 * DAY);
    await run();
    expect(windows[0]?.from).toBe(time(310 * DAY));
  });

  test('is split when the provider or we count too many credits in it', async () => {
    const enormous = { ok: true, value: Array<Credit>(50_001).fill(credit({ chargeKey: null })) } as const;
    for (const refusal of [failed('REJECTED'), enormous]) {
      const isShort = (from: string, to: string): boolean => Date.parse(to) - Date.parse(from) <= 6 * HOUR * 1_000;
      const { run, since, windows } = await asking((from, to) => {
        if (!isShort(from, to)) return refusal;
        return { ok: true, value: from <= time(400) && time(400) < to ? [credit()] : [] };
      });
      await run();
      expect(await since()).toEqual(['PixReceived', 'ChargeRefundDue']);
      expect(windows.filter(({ from, to }) => !isShort(from, to)).length).toBeGreaterThan(0);
    }
  });
});

const soon = (seconds: number, ms: number) => ({ askAgainAtMs: Date.parse(time(seconds)) + ms });
const unresolvable = (count: number) =>
  Array.from({ length: count }, (_, n) => credit({ endToEndId: `A${String(n).padStart(5, '0')}`, chargeKey: null }));

describe('a list at its limit', () => {
  test('is read in one run, and finds the new credit, when most credits are known', async () => {
    const known = Array.from({ length: 49_999 }, (_, n) => credit({ endToEndId: `K${n}`, chargeKey: 'cash1' }));
    const { deps, since, charges } = await sweeping(credits(...known, credit()));
    const intentOfPix = async (endToEndId: string) => (endToEndId === 'E1' ? null : 'cash1');
    expect(await sweepCredits({ ...deps, intentOfPix })(sweep)).toEqual(soon(500, 900_000));
    expect(await since()).toEqual(['PixReceived', 'ChargeRefundDue']);
    expect(charges.calls.filter((call) => call === 'get')).toHaveLength(1);
  });

  test('is read in quick successive parts up to its last credit', async () => {
    const { run, since, alerts } = await asking(inOneWindow([...unresolvable(450), credit()]));
    expect(await run()).toEqual(soon(500, 60_000));
    expect(await run()).toEqual(soon(500, 60_000));
    expect([alerts().length, await since()]).toEqual([400, []]);
    expect(await run()).toEqual(soon(500, 900_000));
    expect([alerts().length, await since()]).toEqual([450, ['PixReceived', 'ChargeRefundDue']]);
  });
});

test('covers the same time again when a charge could not be asked about', async () => {
  const world = await sweeping({
    get: [failed('UNAVAILABLE'), late],
    ...credits(credit()),
  });
  await world.run();
  world.at(10 * DAY);
  await world.run();
  expect(await world.since()).toEqual(['PixReceived', 'ChargeRefundDue']);
});
