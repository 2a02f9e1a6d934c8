import { concat, getBytes, hashMessage, Signature, toBeHex, Wallet } from 'ethers';
import { type ContractCalls, createContractCalls } from '../../../../../../infra/chains/evm/wallet/contract-calls';
import { DEMO_TOKEN } from '../../../../../../infra/chains/local/demo-token';
import { CALLER, opens, TEXT, verifierOf } from '../../../../../infra/wallets/signing';
import { type Anvil, anvil } from '../../../../../stores/anvil';
import { contractWalletOf } from '../../../../fixtures/evm/contract-wallet';

const freely = async (): Promise<null> => null;
const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const owner = Wallet.createRandom();
const claim = { blockchain: 'ethereum', address: owner.address.toLowerCase() };
const signature = owner.signMessageSync(TEXT);
const { r, s, v, compactSerialized } = Signature.from(signature);

describe('a plain account', () => {
  test.each([
    ['as wallets write it', signature],
    ['without 0x', signature.slice(2)],
    ['in capitals', `0x${signature.slice(2).toUpperCase()}`],
  ])('%s', async (_name, spelling) => {
    expect(await opens()(claim, { signature: spelling })).toBe(true);
    expect(await opens()(claim, { signature: spelling }, `${TEXT}.`)).toBe(false);
  });

  test.each([
    ['the twin with the high s', concat([r, toBeHex(CURVE_ORDER - BigInt(s), 32), v === 27 ? '0x1c' : '0x1b'])],
    ['the last byte dropped', signature.slice(0, -2)],
    ['v 0 or 1', concat([r, s, toBeHex(v - 27, 1)])],
    ['the short form of EIP-2098', compactSerialized],
    ['a byte more', `${signature}00`],
    ['another v', concat([r, s, '0x1d'])],
    ['zeros', `0x${'00'.repeat(65)}`],
    ['nonsense', `0x${'11'.repeat(65)}`],
    ['no hex', 'zz'],
    ['nothing', '0x'],
    ['half a byte', signature.slice(0, -1)],
    ['the bytes of a hex text', owner.signMessageSync(getBytes(hashMessage(TEXT)))],
    ['ERC-6492', `${signature}${'6492'.repeat(16)}`],
    ['too much', `0x${'11'.repeat(4_097)}`],
  ])('%s is refused', async (_name, wrong) => {
    expect(await opens()(claim, { signature: wrong })).toBe(false);
  });

  test('accepts a signature of its key without a call when it has code (EIP-7702)', async () => {
    const callContract = jest.fn(() => Promise.resolve('0x'));
    expect(await opens(verifierOf({ callContract }))(claim, { signature })).toBe(true);
    expect(callContract).not.toHaveBeenCalled();
  });
});

describe('a contract wallet (EIP-1271)', () => {
  let chain: Anvil;
  let address: string;
  const trouble = jest.fn();
  const network = () => ({ name: 'local', family: 'evm' as const, chainId: chain.chainId });
  const callsTo = (changes: { url?: string; chainId?: number } = {}) => {
    const { url = chain.url, chainId = chain.chainId } = changes;
    const calls = createContractCalls([{ name: 'local', family: 'evm', chainId, rpcUrls: [url], headers: {} }], freely);
    opened.push(calls);
    return calls.call;
  };
  const opened: ContractCalls[] = [];
  afterEach(() => Promise.all(opened.splice(0).map(({ close }) => close())));
  const opensContract = (contract: string, given: string, callContract = callsTo()) =>
    opens(verifierOf({ callContract, onTrouble: trouble }), network())(
      { blockchain: 'local', address: contract },
      { signature: given },
    );

  beforeAll(async () => {
    chain = await anvil();
    address = await chain.deployToken(contractWalletOf(owner.address));
  });
  beforeEach(() => void trouble.mockClear());
  afterAll(() => chain.stop());

  test('accepts its owner’s signature', async () => {
    expect(await opensContract(address, signature)).toBe(true);
    expect(trouble).not.toHaveBeenCalled();
  });

  test('accepts no signature without permission to call, and calls no node', async () => {
    const callContract = jest.fn(callsTo());
    const claim = { blockchain: 'local', address };
    const opensUnasked = opens(verifierOf({ callContract }), network());
    expect(await opensUnasked(claim, { signature, mayAskContract: false })).toBe(false);
    expect(callContract).not.toHaveBeenCalled();
  });

  test('refuses a foreign signature, and its owner’s for another text', async () => {
    expect(await opensContract(address, Wallet.createRandom().signMessageSync(TEXT))).toBe(false);
    expect(await opensContract(address, owner.signMessageSync(`${TEXT}.`))).toBe(false);
    expect(await opensContract(address, '0x00')).toBe(false);
    expect(trouble).not.toHaveBeenCalled();
  });

  test('refuses the signature of an undeployed contract (ERC-6492), even for a deployed one', async () => {
    expect(await opensContract(address, `${signature}${'6492'.repeat(16)}`)).toBe(false);
  });

  test('refuses an account without code, and a contract without the method', async () => {
    const token = await chain.deployToken(DEMO_TOKEN.bytecode);
    for (const contract of [Wallet.createRandom().address.toLowerCase(), token]) {
      expect(await opensContract(contract, signature)).toBe(false);
    }
  });

  test('refuses the precompile that returns its input, which begins with the magic value', async () => {
    const identity = `0x${'00'.repeat(19)}04`;
    const data = `0x1626ba7e${'ab'.repeat(32)}`;
    expect(await callsTo()('local', identity, data, CALLER)).toBe(data);
    expect(await opensContract(identity, signature)).toBe(false);
  });

  test('refuses a node of another chain, and a node that does not answer', async () => {
    expect(await opensContract(address, signature, callsTo({ chainId: chain.chainId + 1 }))).toBe(false);
    expect(await opensContract(address, signature, callsTo({ url: 'http://127.0.0.1:1' }))).toBe(false);
    expect(trouble).toHaveBeenCalledTimes(2);
  });

  test('calls no other node without one of its network', async () => {
    expect(await opensContract(address, signature, createContractCalls([], freely).call)).toBe(false);
    expect(await opens(verifierOf(), network())({ blockchain: 'local', address }, { signature })).toBe(false);
  });
});
