import { AWAY, silentOnDeposits, withoutDeposits } from '../log-away';
import { CALM, FINAL, OBSERVED, watching } from '../watching';

test('checks a deposit at the next scan after the log was unreachable', async () => {
  const { deps, chain, look, deposit } = watching();
  chain.mine({});
  await look();
  chain.finalise(1);
  await expect(look({ eventStore: withoutDeposits(deps.eventStore) })).rejects.toMatchObject(AWAY);
  expect(await deposit()).toEqual(OBSERVED);
  expect(await look()).toMatchObject(CALM);
  expect(await deposit()).toEqual(FINAL);
});

test('reports a failed scan as a fault of the store, not of the network', async () => {
  const { deps, chain, look, deposit } = watching();
  chain.mine({});
  await look();
  chain.finalise(1);
  await expect(look({ eventStore: silentOnDeposits(deps.eventStore) })).rejects.toThrow(
    'The event store is unreachable',
  );
  expect(await look()).toMatchObject(CALM);
  expect(await deposit()).toEqual(FINAL);
});
