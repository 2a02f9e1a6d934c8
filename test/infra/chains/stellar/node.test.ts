import { createChainReader } from '../../../../infra/chains/families';
import { isHistoryGone } from '../../../../infra/chains/nodes/history-gone';
import { manualClock } from '../../../../packages/testing/src/ledger/memory/manual-clock';
import { openHorizon } from '../served/horizon';
import {
  built,
  COARSE,
  createLedger,
  FORMER,
  openWorld,
  optionsFor,
  PAYER,
  receiver,
  type StellarWorld,
  USDC,
  usdc,
} from './scenario';
import { pay } from './verdict-rows';

let world: StellarWorld;

beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

const lie = (part: string, body: unknown): void => {
  world.horizon.lie = (path) => (path.includes(part) ? body : undefined);
};

/** Lists operations of made-up transactions, a number in each ledger; answers their ids. */
const listing = (from: bigint, count: number, perLedger: number): readonly string[] => {
  for (let ledgers = 0; ledgers < count / perLedger; ledgers += 1) world.ledger.close();
  const records = Array.from({ length: count }, (_, index) => {
    const id = ((from + BigInt(Math.floor(index / perLedger))) << 32n) + BigInt(index + 1);
    return { id: id.toString(), transaction_hash: index.toString(16).padStart(64, '0') };
  });
  world.horizon.lie = (path) => {
    if (!path.includes('/payments?')) return undefined;
    const cursor = BigInt(new URL(path, 'http://horizon').searchParams.get('cursor') ?? '0');
    return { _embedded: { records: records.filter(({ id }) => BigInt(id) > cursor).slice(0, 200) } };
  };
  return records.map(({ transaction_hash: txid }) => txid);
};

describe('A page of Stellar', () => {
  it('reports the oldest operations first, in whole ledgers, until all are reported', async () => {
    const from = world.ledger.height + 1n;
    const txids = listing(from, 1_300, 100);
    const first = await world.page(from, from + 12n);
    expect(first.told.map(({ txid }) => txid)).toEqual(txids.slice(0, 900));
    expect(first.upTo).toMatchObject({ height: from + 8n, hash: world.ledger.hashAt(from + 8n) });
    const second = await world.page(first.upTo.height + 1n, from + 12n);
    expect(second.told.map(({ txid }) => txid)).toEqual(txids.slice(900));
    expect(second.upTo.height).toBe(from + 12n);
  });

  it('continues in one ledger with more operations than fit a page', async () => {
    const from = world.ledger.height + 1n;
    const txids = listing(from, 2_300, 1_200);
    const { told, upTo } = await world.page(from, from + 1n);
    expect([told.map(({ txid }) => txid), upTo.height]).toEqual([txids.slice(0, 1_200), from]);
  });

  it('leaves out earlier and later ledgers', async () => {
    world.ledger.close([built([pay('1')]).toXDR()]);
    const txid = world.ledger.close([built([pay('1')]).toXDR()]);
    const height = world.ledger.height;
    world.ledger.close([built([pay('1')]).toXDR()]);
    expect((await world.page(height, height)).told).toMatchObject([{ txid, height }]);
  });

  it('asks for fewer operations when an answer exceeds the limit', async () => {
    const txid = world.ledger.close([built([pay('1')]).toXDR()]);
    lie('limit=200', { padding: 'x'.repeat(9 * 1024 * 1024) });
    expect((await world.page()).told).toMatchObject([{ txid }]);
  });

  it('rejects ledgers before the first ledger of the node as history gone', async () => {
    world.ledger.elder = world.ledger.height;
    const error = await world.page(world.ledger.height - 1n).catch((reason: unknown) => reason);
    expect(isHistoryGone(error)).toBe(true);
    expect(error).toMatchObject({ height: world.ledger.height - 1n, readableFrom: world.ledger.height });
  });

  it('rejects a node that lags, or lists payments again or out of order', async () => {
    await expect(world.page(1_000n, world.ledger.height + 1n)).rejects.toThrow('is behind');
    world.ledger.close([built([pay('1'), pay('2')]).toXDR()]);
    const records = world.ledger.transactions.flatMap(({ operations }) => operations).map(({ record }) => record);
    lie('/payments?', { _embedded: { records } });
    await expect(world.page()).rejects.toThrow('lists payments again, or out of order');
    lie('/payments?', { _embedded: { records: records.toReversed() } });
    await expect(world.page()).rejects.toThrow('lists payments again, or out of order');
  });

  it('has no payments of a receiver that never existed, and rejects an address that is not a Horizon', async () => {
    world.ledger.accounts.delete(receiver);
    expect((await world.page()).told).toEqual([]);
    world.horizon.statusOfAll = 404;
    await expect(world.page()).rejects.toThrow('HTTP 404');
  });
});

describe('A node of Stellar', () => {
  it('names the receivers and assets that cannot be paid', async () => {
    const { ledger, node } = world;
    ledger.fund(FORMER.publicKey(), { trustlines: [usdc], frozen: [usdc] });
    const [fit, former, missing] = await node.receivers([receiver, FORMER.publicKey(), usdc.getIssuer()]);
    expect([fit, missing]).toMatchObject([{ refusal: null, unfit: [] }, { refusal: 'it does not exist' }]);
    expect(former).toMatchObject({
      refusal: null,
      unfit: [
        { assetId: USDC, reason: expect.stringContaining('not authorized') },
        { assetId: COARSE, reason: expect.stringContaining('no trustline') },
      ],
    });
  });

  it('warns of a receiver that wallets may pay without a memo', async () => {
    const [strict, lenient] = await world.node.receivers([receiver, PAYER.publicKey()]);
    expect(strict).not.toHaveProperty('warning');
    expect(lenient).toMatchObject({ refusal: null, warning: expect.stringContaining('without a memo') });
  });

  it('warns once about a later protocol, and continues', async () => {
    const { ledger, node, warnings } = world;
    ledger.protocolVersion = 27;
    expect(await node.identity()).toBe(await node.identity());
    expect(warnings).toMatchObject([{ protocolVersion: 27 }]);
  });

  it('reports a missing transaction or ledger as unknown', async () => {
    expect(await world.node.transaction('0'.repeat(64))).toBeNull();
    expect(await world.node.hashAt(world.ledger.height + 1n)).toBeNull();
    lie('/ledgers/', { hash: '0'.repeat(64), sequence: 7, closed_at: '2026-11-20T12:00:00Z' });
    await expect(world.node.hashAt(world.ledger.height)).rejects.toThrow('ledger');
  });

  it('names no account and no URL in an error', async () => {
    world.horizon.statusOfAll = 500;
    const error: unknown = await world.page().catch((reason: unknown) => reason);
    expect(String(error)).toMatch(/^NodeError: 127\.0\.0\.1:\d+ payments: HTTP 500$/);
  });
});

test('A reader of Stellar makes three requests plus one per receiver in an idle scan', async () => {
  const clock = manualClock();
  const ledger = createLedger(clock);
  const horizon = await openHorizon(ledger);
  const reader = await createChainReader(optionsFor({ clock }, [horizon.url]));
  const kept = { height: ledger.height, hash: ledger.hashAt(ledger.height) };
  await reader.heads([kept]);
  await reader.scan({ from: ledger.height, to: ledger.height, resume: null });
  ledger.close();
  const start = horizon.requests.length;
  const heads = await reader.heads([kept]);
  await reader.scan({ from: ledger.height, to: ledger.height, resume: null });
  const paths = horizon.requests.slice(start).map(({ path }) => path.replace(/\?.*/, ''));
  await reader.close();
  await horizon.close();
  expect(heads).toMatchObject({ outcome: 'HEADS', newest: { height: ledger.height } });
  expect(paths).toEqual([
    ...['/', `/ledgers/${ledger.height}`, `/ledgers/${kept.height}`],
    ...[receiver, FORMER.publicKey()].map((address) => `/accounts/${address}/payments`),
  ]);
});
