import { Wallet } from 'xrpl';
import { former, issuer, network, openWorld, RLUSD, RLUSD_HEX, receiver, USD, type XrplWorld } from './scenario';

let world: XrplWorld;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

describe('The receivers of the XRP Ledger', () => {
  const statesOf = async () => {
    const heads = await world.reader.heads([]);
    return heads.outcome === 'HEADS' ? heads.receivers : [];
  };

  it.each([
    ['DepositAuth', 0x0100_0000],
    ['RequireDest', 0x0002_0000],
  ])('are refused with %s', async (name, flags) => {
    world.rippled.fund(receiver.address, 0n).flags = flags;
    expect(await statesOf()).toMatchObject([
      { address: receiver.address, refusal: expect.stringContaining(name) },
      { address: former.address, refusal: null },
    ]);
  });

  it('are refused when they do not exist', async () => {
    const { address } = Wallet.generate();
    const other = await openWorld({ network: { ...network, receiver: address, receivers: [] } });
    expect(await other.reader.heads([])).toMatchObject({ receivers: [{ address, refusal: expect.any(String) }] });
    await other.close();
  });

  it('cannot take assets without a trust line, or with a frozen one', async () => {
    world.rippled.trust(receiver.address, RLUSD_HEX, issuer.address).isFrozen = true;
    world.rippled.trust(receiver.address, 'USD', issuer.address).limit = '0';
    const [own, other] = await statesOf();
    expect(own).toMatchObject({ refusal: null, unfit: [{ assetId: RLUSD }, { assetId: USD }] });
    expect(other).toEqual({ address: former.address, refusal: null });
  });
});
