import { streamFault } from '../../../../aggregates/stream-fault';
import type { EventStore } from '../../../../commands/ports/event-store';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { happened } from '../../../core';
import { withClosed } from '../../../doubles/closed-streams';
import { watching } from '../watching';

test('checks other deposits despite one with a damaged stream', async () => {
  const { deps, chain, look, rows } = watching();
  chain.mine(...['0xd0', '0xd1', '0xd2'].map((txid) => ({ txid })));
  await look();
  chain.finalise(1);
  const damaged = 'deposit-ethereum:0xd1:0';
  const append: EventStore['append'] = async (stream, expected, events) => {
    if (stream === damaged) throw streamFault(damaged, 'GONE', 'somebody deleted it');
    return deps.eventStore.append(stream, expected, events);
  };
  const { troubles } = await look({ eventStore: { ...deps.eventStore, append } });
  expect(troubles).toEqual([`ethereum:0xd1:0: Stream ${damaged} is damaged: somebody deleted it`]);
  expect((await rows()).map(({ status }) => status).toSorted()).toEqual(['FINALISED', 'FINALISED', 'OBSERVED']);
});

test('scans without trouble when a deposit was given up and its stream closed', async () => {
  const { deps, chain, look } = watching();
  chain.mine({});
  await look();
  await happened(deps.eventStore, event('DepositGivenUp', { depositId: 'ethereum:0xd1:0' }));
  const eventStore = withClosed(deps.eventStore, 'deposit-ethereum:0xd1:0');
  expect(await look({ eventStore, openMovements: async () => [] })).toMatchObject({ troubles: [] });
});
