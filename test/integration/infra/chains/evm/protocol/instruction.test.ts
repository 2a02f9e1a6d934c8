import { Interface } from 'ethers';
import { type EvmTransfer, transferInstruction } from '../../../../../../infra/chains/evm/protocol/instruction';
import { MEMO } from '../scenario';

const RECEIVER = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const TOKEN = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512';
const transfer: EvmTransfer = {
  network: { name: 'ethereum', family: 'evm', chainId: 31_337 },
  asset: { contract: null },
  amountBaseUnits: 10n ** 18n,
  receiver: RECEIVER,
  memo: MEMO,
};

describe('The instruction of a transfer', () => {
  it('pays the coin to the receiver with the memo as calldata', () => {
    const { data, ...rest } = transferInstruction(transfer);
    expect(rest).toEqual({
      method: 'eth_sendTransaction',
      to: RECEIVER,
      value: '0xde0b6b3a7640000',
      chainId: '0x7a69',
    });
    expect(Buffer.from(data.slice(2), 'hex').toString('utf8')).toBe(MEMO);
  });

  it('calls the token with the memo behind the 68 bytes of the transfer', () => {
    const { method, to, value, data } = transferInstruction({ ...transfer, asset: { contract: TOKEN } });
    const token = new Interface(['function transfer(address to, uint256 value)']);
    expect([method, to, value]).toEqual(['eth_sendTransaction', TOKEN, '0x0']);
    expect(data.slice(0, 2 + 68 * 2)).toBe(token.encodeFunctionData('transfer', [RECEIVER, 10n ** 18n]));
    expect(Buffer.from(data.slice(2 + 68 * 2), 'hex').toString('utf8')).toBe(MEMO);
  });

  it.each<[string, Partial<EvmTransfer>]>([
    ['another family', { network: { ...transfer.network, family: 'tron' } }],
    ['no chain id', { network: { ...transfer.network, chainId: null } }],
    ['a receiver that is no address', { receiver: '0x12' }],
    ['a contract that is no address', { asset: { contract: 'TXYZ' } }],
    ['nothing to pay', { amountBaseUnits: 0n }],
    ['more than a word can say', { amountBaseUnits: 2n ** 256n }],
    ['a memo that a wallet would read as hex', { memo: '0xacme' }],
    ['no memo', { memo: '' }],
  ])('is refused with %s', (_, change) => {
    expect(() => transferInstruction({ ...transfer, ...change })).toThrow();
  });
});
