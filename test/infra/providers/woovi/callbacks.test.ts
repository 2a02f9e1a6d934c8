import { createReads, type Reads } from '../../../../infra/providers/http/reads';
import { createKeyList, wooviSource } from '../../../../infra/providers/woovi/callbacks';
import { manualClock } from '../../../../packages/testing/src/ledger/memory/manual-clock';
import { openWoovi, type WooviServer } from '../../../providers/woovi';

let [server, reads]: [WooviServer?, Reads?] = [];
const clock = manualClock();

const opened = async () => {
  server = await openWoovi(clock);
  reads = createReads();
  const list = createKeyList({ url: server.url, reads, clock });
  return { server, list, source: wooviSource('woovi', list) };
};

afterEach(async () => {
  await reads?.close();
  await server?.close();
});

const MOVED = {
  event: 'OPENPIX:MOVEMENT_CONFIRMED',
  payment: { correlationID: 'key1', status: 'CONFIRMED', value: 30 },
};
const RETURNED = {
  event: 'PIX_TRANSACTION_REFUND_RECEIVED_CONFIRMED',
  refundTransaction: { value: 10_001, endToEndId: 'D548114172025081421318FbVaF2LTWr' },
  originalTransaction: { value: 10_001, endToEndId: 'E31680151202508141543GVL7OCT44VU' },
};

/** The sample of woovi-developers, docs/stablecoin/stablecoin-webhooks.md. */
const HASH = '0x587a660fe5349113801ec77fa6f79ae096e53a67bfa7f9098f096d1b9575fa53';
const stableDeposit = { id: '6650abc1234def567890aaaa', status: 'COMPLETED', outputAmount: 18.45, correlationID: 'd1' };

const arriving = (woovi: WooviServer, body: object, changed = (text: string) => text) => {
  const signed = woovi.signed(body);
  return { headers: signed.headers, body: Buffer.from(changed(signed.body)), isFromProxy: false };
};

test('refuses callbacks until the list of keys is loaded, and signatures for other bytes', async () => {
  const { server: woovi, list, source } = await opened();
  const before = source.isAuthentic(arriving(woovi, MOVED));
  await list.refresh();
  const other = arriving(woovi, MOVED, (text) => text.replace('30', '31'));
  expect([before, source.isAuthentic(arriving(woovi, MOVED)), source.isAuthentic(other)]).toEqual([false, true, false]);
});

test('keeps the keys of an hour, and the previous keys while the list does not answer', async () => {
  const { server: woovi, list } = await opened();
  await list.refresh();
  const asked = () => woovi.served.filter(({ path }) => path.endsWith('public-keys')).length;
  clock.advance(3_599_999);
  expect([list.keys().length, asked()]).toEqual([1, 1]);
  await woovi.close();
  clock.advance(1);
  await list.refresh();
  expect(list.keys()).toHaveLength(1);
});

test.each<[string, object, readonly object[]]>([
  ['a payment', MOVED, [{ kind: 'payout', key: 'key1' }]],
  ['a return', RETURNED, [{ kind: 'transfer', key: 'E31680151202508141543GVL7OCT44VU' }]],
  ['a charge', { event: 'OPENPIX:CHARGE_COMPLETED', charge: { correlationID: 'c1' } }, [{ kind: 'charge', key: 'c1' }]],
  [
    'a delivery',
    { event: 'STABLECOIN_DEPOSIT_COMPLETED', stableDeposit: { ...stableDeposit, txHash: HASH } },
    [{ kind: 'delivery', key: `d1:6650abc1234def567890aaaa:${HASH}` }],
  ],
  ['a failed delivery', { event: 'STABLECOIN_DEPOSIT_FAILED', stableDeposit }, []],
  ['a test of the registration', { event: 'OPENPIX:CHARGE_COMPLETED', data_criacao: '2024-01-23T20:32:14.429Z' }, []],
  ['anything else', { payment: 7, originalTransaction: [] }, []],
])('reads of %s what to ask about, and nothing of what became of it', async (_what, body, hints) => {
  const { source } = await opened();
  expect(source.read(Buffer.from(JSON.stringify(body)))).toEqual({ eventId: null, hints });
  expect(source.read(Buffer.from('<html>'))).toBeNull();
});
