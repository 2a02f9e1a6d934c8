import { systemContext } from '../../commands/handling/context';
import { sha256Hex } from '../../commands/handling/secrets';
import { revokeOperator } from '../../commands/operator/change-operator';
import type { KeptLink } from '../../commands/operator/console/sign-in-link';
import { createMemoryEventStore } from '../../infra/event-store/memory';
import { randomIds } from '../../infra/ids';
import { manualClock } from '../../packages/testing/src/ledger/memory/manual-clock';
import type { Adapters } from '../../src/bin/wiring/adapters';
import { developmentLinks, refuseDevelopmentOperators } from '../../src/bin/wiring/operators/development-operators';
import { readConfig } from '../../src/config';

const openScene = () => {
  const ports = { eventStore: createMemoryEventStore(), clock: manualClock(), ids: randomIds };
  const standingLinks = new Map<string, KeptLink>();
  const started = { url: 'http://127.0.0.1:3000', standingLinks, adapters: { ports } as unknown as Adapters };
  return { ports, standingLinks, start: (environment = {}) => developmentLinks(readConfig(environment), started) };
};

const context = () => systemContext('test', randomIds.uuid(), 'test');

test('adds two operators once, and makes their links at each start', async () => {
  const { ports, standingLinks, start } = openScene();
  await start();
  standingLinks.clear();
  const [address, ...links] = await start();
  expect(address).toBe('  console         http://127.0.0.1:3000/console/');
  const found = links.map((line) =>
    /^ {2}(\S+) +http:\/\/127.0.0.1:3000\/console\/#([0-9a-f]{64}) \((\w+)\)$/.exec(line),
  );
  expect(found.map((line) => [line?.[1], line?.[3]])).toEqual([
    ['dev-first', 'admin'],
    ['dev-second', 'operator'],
  ]);
  expect(found.map((line) => standingLinks.get(sha256Hex(line?.[2] ?? ''))?.operatorName)).toEqual([
    'dev-first',
    'dev-second',
  ]);
  const events = await ports.eventStore.readStream('operators-all');
  expect(events.map(({ type }) => type)).toEqual(['OperatorAdded', 'OperatorAdded']);
});

test('keeps a revoked development operator revoked', async () => {
  const { ports, standingLinks, start } = openScene();
  await start();
  await revokeOperator(ports)({ operatorName: 'dev-second', by: null }, context());
  standingLinks.clear();
  expect((await start())[2]).toBe('  dev-second      was revoked');
  expect(standingLinks.size).toBe(1);
});

test('adds no operator to a store of others', async () => {
  const { ports, start } = openScene();
  const lines = await start({ DATABASE_URL: 'postgres://db/x' });
  expect(lines).toEqual(['  console         http://127.0.0.1:3000/console/ (a link: ledger console login)']);
  expect(await ports.eventStore.readStream('operators-all')).toEqual([]);
});

test('refuses in production a log with a live development operator', async () => {
  const { ports, start } = openScene();
  await refuseDevelopmentOperators(ports.eventStore);
  await start();
  await expect(refuseDevelopmentOperators(ports.eventStore)).rejects.toThrow(
    'dev-first and dev-second are operators of development',
  );
  await revokeOperator(ports)({ operatorName: 'dev-second', by: null }, context());
  await expect(refuseDevelopmentOperators(ports.eventStore)).rejects.toThrow('dev-first are operators of development');
});
