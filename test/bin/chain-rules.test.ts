import { LOCAL_ETH, localNetwork, withLocalNetwork } from '../../infra/catalog/local-network';
import { transferInstruction } from '../../infra/chains/evm/protocol/instruction';
import { chainRules } from '../../src/bin/chains/chain-rules';
import { localEvm } from '../infra/catalog/written';

const RECEIVER = '0x00000000000000000000000000000000000000aa';
const local = localNetwork({ ...localEvm, receiver: RECEIVER });
const { network } = local;
const catalog = withLocalNetwork({ version: '1', updatedAt: '', networks: [], assets: [] }, local);
const payment = { network: 'local', assetId: LOCAL_ETH, amountBaseUnits: '5', receiver: RECEIVER, memo: 'acme:m' };

test('gives a wallet the transfer instruction of the network’s family, without a reader', () => {
  const { instructionFor } = chainRules(catalog);
  const expected = { network, asset: { contract: null }, amountBaseUnits: 5n, receiver: RECEIVER, memo: 'acme:m' };
  expect(instructionFor(payment)).toEqual(transferInstruction(expected));
});

test('gives no instruction for a missing network or asset', () => {
  expect(chainRules(catalog).instructionFor({ ...payment, network: 'gone' })).toBeNull();
  expect(chainRules(catalog).instructionFor({ ...payment, assetId: 1 })).toBeNull();
});

test('puts a memo into the field of the network’s family', () => {
  const stellar = { ...catalog, networks: catalog.networks.map((each) => ({ ...each, family: 'stellar' as const })) };
  expect(chainRules(stellar).memoFor('local', 'acme:m').memoType).toBe('MEMO_HASH');
  expect(chainRules(catalog).memoFor('local', 'acme:m')).toEqual({ memoType: 'CALLDATA', memoValue: 'acme:m' });
  expect(chainRules(catalog).memoFor('gone', 'acme:m')).toEqual({ memoType: 'CALLDATA', memoValue: 'acme:m' });
});
