import { pino } from 'pino';
import { type Offer, readOffer } from '../../src/bin/chains/networks';
import { watchedNetworks } from '../../src/bin/chains/own-addresses';
import { openSigners, startTending } from '../../src/bin/chains/signers';
import { readConfig } from '../../src/config';
import { networkEntry, temporaryFolder } from '../infra/catalog/written';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const SPENDER = `0x${'5a'.repeat(32)}`;
const TREASURY = `0x${'5b'.repeat(32)}`;
const polygon = { ...networkEntry, name: 'polygon', chainId: 137, mode: 'sandbox' };

const opened = (network: object) => {
  const keys = { SPENDER, TREASURY };
  const config = readConfig({ NETWORKS_FILE: folder.write({ networks: [network] }), ...keys });
  const offer: Offer = readOffer(config, []);
  // The pool stays unused until the first signature.
  const pool = null as never;
  return openSigners({ config, offer, pool, logger: pino({ level: 'silent' }), alert: () => undefined });
};

test('opens no signer unless NETWORKS_FILE names one', async () => {
  const signers = opened(polygon);
  expect([signers.redemptions, signers.deliveries]).toEqual([[], []]);
  await signers.tend();
  await signers.close();
});

test('opens a named signer under the name of its network and address', async () => {
  const redemption = { assetId: 305, treasury: '0x00000000000000000000000000000000000000cc', signerKey: 'SPENDER' };
  const signers = opened({ ...polygon, redemption, delivery: { assetIds: [302], signerKey: 'TREASURY' } });
  const [{ name, spender, mode, assetId } = { name: '', spender: '', mode: '', assetId: 0 }] = signers.redemptions;
  expect({ name, mode, assetId }).toEqual({ name: `evm:polygon:${spender}`, mode: 'sandbox', assetId: 305 });
  expect(signers.deliveries.map((one) => one.name)).toEqual([expect.stringMatching(/^evm:polygon:0x[0-9a-f]{40}$/)]);
  expect(signers.deliveries[0]?.name).not.toBe(name);
  const serves = (id: number, network = 'polygon') => signers.deliveries[0]?.serves({ assetId: id, network });
  expect([serves(302), serves(304), serves(302, 'ethereum')]).toEqual([true, false, false]);
  expect(JSON.stringify(signers)).not.toMatch(/5a5a|5b5b/);
  await signers.close();
});

test('watches receivers, treasuries and signers as addresses of ours', async () => {
  const treasury = '0x00000000000000000000000000000000000000cc';
  const redemption = { assetId: 305, treasury, signerKey: 'SPENDER' };
  const entry = { ...polygon, redemption, delivery: { assetIds: [302], signerKey: 'TREASURY' } };
  const keys = { SPENDER, TREASURY };
  const { networks } = readOffer(readConfig({ NETWORKS_FILE: folder.write({ networks: [entry] }), ...keys }), []);
  const signers = opened(entry);
  const watched = watchedNetworks(networks, signers);
  const { ownAddresses } = watched.find(({ name }) => name === 'polygon')!;
  const [spender, deliverer] = signers.accounts.map(({ address }) => address.toLowerCase());
  expect(ownAddresses).toEqual([networkEntry.receiver.toLowerCase(), treasury, spender, deliverer]);
  await signers.close();
});

test('sells every asset of the catalog on its network without a list', async () => {
  const signers = opened({ ...polygon, delivery: { signerKey: 'TREASURY' } });
  const serves = (assetId: number) => signers.deliveries[0]?.serves({ assetId, network: 'polygon' });
  expect([serves(301), serves(302), serves(306), serves(101)]).toEqual([true, true, false, false]);
  await signers.close();
});

test('watches nonces immediately, while the process may work, until it stops', async () => {
  let rounds = 0;
  const tend = async () => {
    rounds += 1;
  };
  const stopWorking = startTending({ signers: { tend }, pair: { mayWork: () => true } });
  await stopWorking();
  expect(rounds).toBe(1);
  const stopIdle = startTending({ signers: { tend }, pair: { mayWork: () => false } });
  await stopIdle();
  expect(rounds).toBe(1);
});
