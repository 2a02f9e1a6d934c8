import type { Mode } from '../../../aggregates/partner/events';
import type { DepositToPlay } from '../../../commands/ports/sandbox-controls';
import { placeDeposit } from '../../../commands/sandbox/place-deposit';
import { withSimulatedNetwork } from '../../../infra/catalog/simulated-network';
import { core, happened, typesOf } from '../../core';
import { catalog } from '../../samples/quoting';
import { event } from '../../samples/sample-events';

const PLAYED = { txid: '0x1', minedAt: '2026-11-20T12:00:01.000Z', finalAt: '2026-11-20T12:00:03.000Z' };

const placing = async (intent: object = { network: 'simulated', assetId: 9102 }) => {
  const deps = core();
  await happened(deps.eventStore, event('CashoutIntentCreated', intent));
  const played: DepositToPlay[] = [];
  const sandboxControls = {
    placeDeposit: async (deposit: DepositToPlay) => {
      played.push(deposit);
      return PLAYED;
    },
  };
  const place = (kind: 'exact' | 'wrong-asset' | 'duplicate' = 'exact', partnerId = 'p1', mode: Mode = 'sandbox') =>
    placeDeposit({ ...deps, catalog: withSimulatedNetwork(catalog), sandboxControls })({
      ...{ partnerId, mode, intentId: 'cid1', kind },
    });
  return { deps, played, place };
};

test('the network is told of a transaction, in the partner’s own world, and no event is written', async () => {
  const { deps, played, place } = await placing();
  expect(await place()).toEqual({ network: 'simulated', transactions: [PLAYED] });
  expect(played).toMatchObject([{ partnerId: 'p1', assetId: 9102, fate: 'LANDS' }]);
  expect(await typesOf(deps.eventStore, 'cashout-cid1')).toEqual(['CashoutIntentCreated']);
});

test('another asset is of the same network, and a duplicate is two transactions', async () => {
  const { played, place } = await placing();
  await place('wrong-asset');
  expect((await place('duplicate'))?.transactions).toHaveLength(2);
  expect(played.map(({ assetId }) => assetId)).toEqual([9101, 9102, 9102]);
});

test('what is another partner’s, or of the other mode, is not there', async () => {
  const { played, place } = await placing();
  expect([await place('exact', 'p2'), await place('exact', 'p1', 'live'), played]).toEqual([null, null, []]);
});

test('an intent on another network is not paid here, and the answer says which', async () => {
  const { played, place } = await placing({ network: 'ethereum', assetId: 201 });
  const fieldErrors = {
    intentId: 'is paid on ethereum: only an intent on the simulated network can be paid here',
  };
  await expect(place()).rejects.toMatchObject({ rejection: { code: 'VALIDATION_ERROR', fieldErrors } });
  expect(played).toEqual([]);
});
