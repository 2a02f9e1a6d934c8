import { sweepCredits } from '../../../commands/cashin/credit/sweep-credits';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { charge } from '../../doubles/scripted-charges';
import { failed } from '../../doubles/scripted-provider';
import { cashing } from './cashing';
import { credit, credits, DAY, HOUR, late, MINUTE, sweep, sweeping, UNSWEPT } from './sweeping';

const LEFT_OUT = 'A charge has not reported a PIX for more than an hour';
const UNKNOWN_CHARGE = 'A received PIX names a charge that its provider does not know';
const silent = charge('CANCELLED');
const LISTED = 400;

describe('a listed PIX that its charge does not report', () => {
  test('asks the provider until the charge reports the PIX, for any number of days', async () => {
    const { run, at, since } = await sweeping({ ...credits(credit()), get: [silent, silent, late] });
    await run();
    at(5 * DAY);
    await run();
    expect(await since()).toEqual([]);
    at(10 * DAY);
    await run();
    expect(await since()).toEqual(['PixReceived', 'ChargeRefundDue']);
  });

  test('alerts by its intent after an hour, and for incomplete lists too', async () => {
    const { run, at, alerts, deps } = await sweeping({ ...credits(credit()), get: [silent] });
    await run();
    at(LISTED + HOUR);
    await run();
    expect(alerts()).toEqual([]);
    at(500 + HOUR + MINUTE);
    await run();
    expect(alerts()).toEqual([LEFT_OUT, UNSWEPT]);
    expect(deps.alerts[0]?.facts).toMatchObject({ stream: 'cashin-cash1', provider: 'sandbox', endToEndId: 'E1' });
  });

  test('finds it besides another PIX that the charge reports', async () => {
    const both = credits(credit(), credit({ endToEndId: 'E2' }));
    const { run, at, alerts, since } = await sweeping({ ...both, get: [late] });
    at(500 + HOUR);
    await run();
    expect([await since(), alerts()]).toEqual([['PixReceived', 'ChargeRefundDue'], [LEFT_OUT]]);
  });

  test('counts the PIX as seen when the log already knows it', async () => {
    const script = { ...credits(credit()), get: [silent] };
    const world = await cashing(script, event('CashinExpired'), event('PixReceived'), event('ChargeRefundDue'));
    for (const seconds of [500, 500 + HOUR + MINUTE]) {
      world.at(seconds);
      await sweepCredits(world.deps)(sweep);
    }
    expect([world.alerts(), await world.since()]).toEqual([[], []]);
  });
});

describe('a listed PIX whose charge gets an impossible answer', () => {
  const malformed = failed('UNKNOWN', 'PROTOCOL');

  test('asks the provider until a valid answer, with one alert after an hour', async () => {
    const { run, at, alerts, since } = await sweeping({ ...credits(credit()), get: [malformed, malformed, late] });
    expect(await run()).toEqual({ askAgainAtMs: Date.parse(time(500)) + 900_000 });
    expect(alerts()).toEqual([]);
    at(500 + HOUR + MINUTE);
    await run();
    expect(alerts()).toEqual([UNSWEPT]);
    at(10 * DAY);
    await run();
    expect(await since()).toEqual(['PixReceived', 'ChargeRefundDue']);
  });
});

describe('a PIX for a charge that its provider has forgotten', () => {
  const forgotten = { ...credits(credit()), get: [failed('NOT_FOUND')] };

  test('alerts a person', async () => {
    const { run, alerts, deps } = await sweeping({ ...forgotten, mode: 'live', created: { mode: 'live' } });
    await run({ mode: 'live' });
    expect(alerts()).toEqual([UNKNOWN_CHARGE]);
    expect(deps.alerts[0]?.facts).toMatchObject({ stream: 'cashin-cash1', provider: 'sandbox', endToEndId: 'E1' });
  });
});
