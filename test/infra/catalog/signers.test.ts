import { readNetworksFile } from '../../../infra/catalog/networks';
import { networkEntry, RECEIVER, temporaryFolder } from './written';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const KEY = `0x${'5a'.repeat(32)}`;
const TREASURY = '0x00000000000000000000000000000000000000cc';
const PARTNER = '7c9d2f7e-5b1c-4c6e-9a55-3f2a9b1c0d11';
const redemption = { assetId: 305, treasury: TREASURY, partnerId: PARTNER, signerKey: 'SPENDER_KEY' };
const { partnerId: _, ...ofNobody } = redemption;
const delivery = { signerKey: 'TREASURY_KEY' };

const readWith = (secrets: Readonly<Record<string, string>>, ...networks: readonly object[]) =>
  readNetworksFile(folder.write({ networks }), { expiryGraceSeconds: 600 }, (variable) => secrets[variable]);
const read = (...networks: readonly object[]) => readWith({ SPENDER_KEY: KEY, TREASURY_KEY: KEY }, ...networks);

describe("a network's signers", () => {
  test('are absent unless the file names them', () => {
    expect(Object.keys(read(networkEntry)[0]!)).not.toContain('redemption');
    expect(Object.keys(read(networkEntry)[0]!)).not.toContain('delivery');
  });

  test('are named by the variable of their key, which stays in the environment', () => {
    const mostFeePerGas = '500000000000';
    const [settings] = read({ ...networkEntry, redemption, delivery: { ...delivery, assetIds: [1, 2] } });
    expect(settings).toMatchObject({
      redemption: { ...redemption, formerTreasuries: [], mostFeePerGas },
      delivery: { ...delivery, assetIds: [1, 2], mostFeePerGas },
    });
    expect(JSON.stringify(settings)).not.toContain('5a5a');
    expect(read({ ...networkEntry, delivery })[0]?.delivery?.assetIds).toBeNull();
    const cheap = { ...redemption, mostFeePerGasWei: '7' };
    expect(read({ ...networkEntry, redemption: cheap })[0]?.redemption?.mostFeePerGas).toBe('7');
  });

  test.each<[string, object, string]>([
    ['a treasury that is watched', { redemption: { ...redemption, treasury: RECEIVER } }, 'is a receiver of payments'],
    [
      'a treasury that is none',
      { redemption: { ...redemption, treasury: '0x12' } },
      'redemption.treasury: 0x12 is not',
    ],
    [
      'a former treasury that is watched',
      { redemption: { ...redemption, formerTreasuries: [RECEIVER] } },
      `redemption.treasury: ${RECEIVER} is a receiver of payments`,
    ],
    [
      'a former treasury that is none',
      { redemption: { ...redemption, formerTreasuries: ['0x12'] } },
      'redemption.formerTreasuries: 0x12 is not',
    ],
    [
      'a live spender of nobody',
      { redemption: ofNobody },
      'redemption.partnerId: must be the partner whose users allow',
    ],
    ['a partner that is none', { redemption: { ...redemption, partnerId: 'acme' } }, 'redemption.partnerId'],
    ['a key in the file', { redemption: { ...redemption, signerKey: KEY } }, 'must be the name of an environment'],
    ['a variable that is not set', { delivery: { signerKey: 'OTHER' } }, 'the environment variable OTHER is not set'],
    ['no fee at all', { delivery: { ...delivery, mostFeePerGasWei: '0' } }, 'mostFeePerGasWei'],
    ['a fee that is a number', { delivery: { ...delivery, mostFeePerGasWei: 5 } }, 'mostFeePerGasWei'],
    ['no assets', { delivery: { ...delivery, assetIds: [] } }, 'delivery.assetIds'],
    ['an unknown key', { delivery: { ...delivery, privateKey: 'x' } }, 'is not a known key'],
  ])('%s is refused', (_what, changes, message) => {
    const reading = () => read({ ...networkEntry, ...changes });
    expect(reading).toThrow(message);
    expect(reading).not.toThrow(/5a5a/);
  });

  test('a sandbox network serves every partner unless it names one', () => {
    const sandbox = { ...networkEntry, mode: 'sandbox' };
    expect(read({ ...sandbox, redemption: ofNobody })[0]?.redemption?.partnerId).toBeNull();
    expect(read({ ...sandbox, redemption })[0]?.redemption?.partnerId).toBe(PARTNER);
  });

  test('refuses a treasury that another entry of the same chain watches, and accepts one of another chain', () => {
    const second = { ...networkEntry, name: 'again', receiver: TREASURY };
    expect(() => read({ ...networkEntry, redemption }, second)).toThrow(
      `ethereum: redemption.treasury: ${TREASURY} is a receiver of payments`,
    );
    expect(read({ ...networkEntry, redemption }, { ...second, chainId: 137 })).toHaveLength(2);
  });

  test.each([
    '',
    'words',
    '0x12',
    `0x${'00'.repeat(32)}`,
  ])('refuse a malformed key, and do not repeat it: %j', (value) => {
    const reading = () => readWith({ SPENDER_KEY: value }, { ...networkEntry, redemption });
    expect(reading).toThrow('the environment variable SPENDER_KEY');
    if (value !== '') expect(reading).not.toThrow(value);
  });

  test('are refused on other families', () => {
    const { chainId: _chainId, ...tron } = networkEntry;
    const receiver = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
    const entry = { ...tron, name: 'tron', family: 'tron', receiver, networkId: '0'.repeat(64) };
    expect(() => read({ ...entry, delivery })).toThrow(
      'tron: delivery: this version does not sign on networks of the tron',
    );
  });
});
