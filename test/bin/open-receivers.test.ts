import { cashout } from '../../aggregates/cashout/cashout';
import type { CashoutIntentCreated } from '../../aggregates/cashout/events';
import { handle } from '../../commands/handling/handle';
import { expiryEvidence, time } from '../../packages/testing/src/samples/sample-data';
import { recorded } from '../../packages/testing/src/samples/sample-events';
import type { OpenReceiver } from '../../read-models/matching/reconciliation-intents';
import { mustWatchOpenReceivers } from '../../src/bin/running/open-receivers';
import { asking, core } from '../core';

type Known = Parameters<typeof mustWatchOpenReceivers>[0];

const offerOf = (networks: Readonly<Record<string, readonly string[]>>): Known['offer'] =>
  ({
    networks: Object.entries(networks).map(([name, receivers]) => ({ name, receivers })),
  }) as unknown as Known['offer'];

/** A service whose projection has come to the beginning of the log and no further. */
const knownOf = (networks: Readonly<Record<string, readonly string[]>>, projected: readonly OpenReceiver[] = []) => {
  const deps = core();
  const query = async () => projected;
  const pool = { query: async () => ({ rows: [] }) };
  const known = { pool, offer: offerOf(networks), ports: { eventStore: deps.eventStore, query } } as unknown as Known;
  return { deps, known };
};

const { data: sample } = recorded('CashoutIntentCreated') as { readonly data: CashoutIntentCreated };

const create = (deps: ReturnType<typeof core>, receiver: string) =>
  handle(deps, cashout, {
    id: sample.intentId,
    context: asking(),
    command: { type: 'CreateIntent', intent: { ...sample, receiver } },
    opensStream: true,
  });

const open = (network: string, receiver: string, intents = 2): OpenReceiver => ({ network, receiver, intents });

test('accepts receivers that are all watched, whichever is current', async () => {
  const { known } = knownOf({ ethereum: ['0xbb', '0xaa'] }, [open('ethereum', '0xaa'), open('ethereum', '0xbb')]);
  await expect(mustWatchOpenReceivers(known)).resolves.toBeUndefined();
});

test('refuses to remove a receiver of open intents, with network, receiver and count', async () => {
  const { known } = knownOf({ ethereum: ['0xbb'] }, [open('ethereum', '0xaa'), open('ethereum', '0xbb')]);
  await expect(mustWatchOpenReceivers(known)).rejects.toThrow(
    'NETWORKS_FILE: ethereum: receivers: 0xaa is missing, but 2 open intents use it',
  );
});

test('refuses to remove their network, except chains of this machine, which are new at every start', async () => {
  await expect(mustWatchOpenReceivers(knownOf({}, [open('ethereum', '0xaa')]).known)).rejects.toThrow(
    '0xaa is missing',
  );
  const gone = [open('local', '0xaa'), open('local-solana', '0xaa')];
  await expect(mustWatchOpenReceivers(knownOf({}, gone).known)).resolves.toBeUndefined();
  await expect(mustWatchOpenReceivers(knownOf({ local: ['0xbb'] }, [open('local', '0xaa')]).known)).rejects.toThrow();
});

test('counts open intents that the projection has not processed yet', async () => {
  const { deps, known } = knownOf({ [sample.network]: ['0xbb'] });
  await create(deps, '0xbb');
  await expect(mustWatchOpenReceivers(known)).resolves.toBeUndefined();
  const removed = knownOf({ [sample.network]: ['0xbb'] });
  await create(removed.deps, '0xaa');
  await expect(mustWatchOpenReceivers(removed.known)).rejects.toThrow('0xaa is missing, but 1 open intents use it');
  await handle(removed.deps, cashout, {
    id: sample.intentId,
    context: asking('expire'),
    command: { type: 'Expire', evidence: expiryEvidence, now: time(999) },
  });
  await expect(mustWatchOpenReceivers(removed.known)).resolves.toBeUndefined();
});

test('ignores an intent of a foreign stream, and counts an intent whose stream is damaged', async () => {
  const { deps, known } = knownOf({ [sample.network]: ['0xbb'] });
  const { metadata } = recorded('CashoutIntentCreated');
  const intent = { type: 'CashoutIntentCreated', data: { ...sample, receiver: '0xaa' } };
  deps.eventStore.writeUnchecked('othershop-1', intent, { ...intent, metadata });
  await expect(mustWatchOpenReceivers(known)).resolves.toBeUndefined();
  await create(deps, '0xaa');
  deps.eventStore.writeUnchecked(`cashout-${sample.intentId}`, { type: 'OrderPlaced' });
  await expect(mustWatchOpenReceivers(known)).rejects.toThrow('0xaa is missing, but 1 open intents use it');
});
