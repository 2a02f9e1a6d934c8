import { MOST_BUSY_SHARE } from './busy';
import { credentialsOf, type Instance, openInstance } from './instance';
import { type RaceReport, raceIntents, raceNonces } from './races';
import type { Document } from './requests/document';
import { seedOf } from './requests/random';
import { runStorm } from './storm';

jest.setTimeout(180_000);

let instance: Instance;
const seed = seedOf(process.env);

beforeAll(async () => {
  process.stdout.write(`fuzz seed ${seed} (FUZZ_SEED=${seed} repeats it)\n`);
  instance = await openInstance(1);
});
afterAll(() => instance.stop());

/** A busy machine may leave some rounds open, and never two winners. */
const expectOneWinner = (rounds: number, { winners, undecided, odd }: RaceReport): void => {
  expect({ winners, odd }).toEqual({ winners: { 1: rounds - undecided }, odd: [] });
  expect(undecided).toBeLessThanOrEqual(rounds / 2);
};

test('no request makes the service fail, and some get past authentication', async () => {
  const document = (await (await fetch(`${instance.service.url}/openapi.json`)).json()) as Document;
  const report = await runStorm({
    url: instance.service.url,
    document,
    seed,
    requests: 2_000,
    connections: 16,
    authorize: credentialsOf(instance),
    spared: instance.ownIds,
    onProgress: () => undefined,
  });
  expect({ seed, faults: report.faults }).toEqual({ seed, faults: [] });
  expect(report.authenticated / report.sent).toBeGreaterThan(0.2);
  expect(report.busy / report.sent).toBeLessThanOrEqual(MOST_BUSY_SHARE);
  // One-time codes have a count of their own that no configuration lifts.
  expect((report.statuses.get(429) ?? 0) / report.sent).toBeLessThan(0.01);
  expect(instance.service.child.exitCode).toBeNull();
});

test('a signed request succeeds once, whichever process it is sent to', async () => {
  expectOneWinner(20, await raceNonces(instance, { rounds: 20, runners: 20 }));
});

test('a quote becomes one intent, whoever asks at the same time', async () => {
  expectOneWinner(10, await raceIntents(instance, { rounds: 10, runners: 20 }));
});
