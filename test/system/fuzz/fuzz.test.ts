import { MOST_BUSY_SHARE } from './busy';
import { credentialsOf } from './credentials';
import { STEPS } from './honest/steps';
import { type Instance, openInstance } from './instance';
import { raceIntents, raceNonces } from './races';
import type { RaceReport } from './racing';
import type { Document } from './requests/document';
import { seedOf } from './requests/random';
import { storedCallbacks } from './stored-callbacks';
import { runStorm } from './storm/storm';

jest.setTimeout(600_000);

let instance: Instance;
const seed = seedOf(process.env);

beforeAll(async () => {
  process.stdout.write(`fuzz seed ${seed} (FUZZ_SEED=${seed} repeats it)\n`);
  instance = await openInstance(1);
});
afterAll(() => instance.stop());

/** A busy machine may leave some rounds open, which are run again, and never two winners. */
const expectOneWinner = (rounds: number, { winners, odd }: RaceReport): void => {
  expect({ numbers: Object.keys(winners), odd }).toEqual({ numbers: ['1'], odd: [] });
  expect(winners[1]).toBeGreaterThanOrEqual(rounds);
};

test('no request makes the service fail, and some pass authentication', async () => {
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
  // A limit that no configuration lifts counts one-time codes.
  expect((report.statuses.get(429) ?? 0) / report.sent).toBeLessThan(0.01);
  expect(instance.service.child.exitCode).toBeNull();
  // Storm and honest client must both have reached the operations that can fail.
  expect(report.unserved).toEqual([]);
  expect(STEPS.filter(({ name }) => report.served.has(name)).length / STEPS.length).toBeGreaterThan(0.5);
  expect(await storedCallbacks(instance.dataDir)).toBeGreaterThan(0);
});

test('a signed request succeeds once when it is sent to several processes', async () => {
  expectOneWinner(20, await raceNonces(instance, { rounds: 20, runners: 20 }));
});

test('a quote becomes one intent after many simultaneous requests', async () => {
  expectOneWinner(10, await raceIntents(instance, { rounds: 10, runners: 20 }));
});
