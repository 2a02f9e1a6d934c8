import { transferIdOf } from '../../../aggregates/refund-transfer/refund-transfer';
import type { ToldRefund } from '../../../commands/ports/chains/refund-on-chain';
import { refundDeposit } from '../../../commands/trouble/refund-deposit';
import { USED_NOWHERE } from '../../../packages/testing/src/ledger/work-reads';
import { movement } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { asking, eventsOf, happened, typesOf } from '../../core';
import { faultyStore } from '../../doubles/faulty-store';
import { depositId, named, priced, refusedBy } from '../deposit/resolving/inbox';

const UNMATCHED = ['DepositFinalised', 'DepositUnmatched'];
const TXID = `0x${'E1'.repeat(32)}`;
const CLAIM = `foundTransfer-ethereum:${'e1'.repeat(32)}` as const;

const inbox = async (price: string, changes: object = {}) => {
  const deps = { ...priced(price), ...USED_NOWHERE };
  await happened(deps.eventStore, event('DepositFinalised', changes), event('DepositUnmatched'));
  const told: ToldRefund[] = [];
  const objectionToRefund = async (refund: ToldRefund) => {
    told.push(refund);
    return null;
  };
  const by = (operator: string, other: object = {}, more: object = {}) =>
    refundDeposit({ ...deps, objectionToRefund, ...more })(
      { ...named(operator), txid: TXID, ...other },
      asking(operator),
    );
  return { deps, by, told, types: () => typesOf(deps.eventStore, `deposit-${depositId}`) };
};

test('asks the chain for the whole deposit, claims the transaction and records the refund', async () => {
  const { deps, by, told, types } = await inbox('6', { senderReference: '42' });
  expect([await by('ana'), await by('bob')]).toEqual(['RESOLVED', 'RESOLVED']);
  expect(told[0]).toEqual({
    ...{ network: 'ethereum', txid: TXID.toLowerCase(), assetId: 201, amountBaseUnits: '25000000' },
    ...{ to: movement.sender, reference: '42' },
  });
  expect(await types()).toEqual([...UNMATCHED, 'DepositRefunded']);
  const [claim] = await eventsOf(deps.eventStore, CLAIM);
  expect(claim).toMatchObject({ data: { paymentId: depositId } });
});

test('takes equal decisions of two operators for another address, and asks the chain before each', async () => {
  const { by, told, types } = await inbox('6', { senderReference: '42' });
  const elsewhere = { to: '0x00000000000000000000000000000000000000cc' };
  expect([await by('ana', elsewhere), await by('bob', elsewhere)]).toEqual(['PROPOSED', 'RESOLVED']);
  expect(told.map(({ to, reference }) => [to, reference])).toEqual([
    [elsewhere.to, null],
    [elsewhere.to, null],
  ]);
  expect(await types()).toEqual([...UNMATCHED, 'DepositResolutionProposed', 'DepositRefunded']);
});

test.each<[string, object, object, object]>([
  ['the chain objects', {}, {}, { objectionToRefund: async () => 'the transaction is not final yet' }],
  ['the asset is not listed', { assetId: null }, {}, {}],
  ['the transaction has delivered a cash-in', {}, {}, { cashinsDeliveredBy: async () => ['ci1'] }],
])('records no refund when %s', async (_what, changes, other, more) => {
  const { deps, by, types } = await inbox('6', changes);
  expect(await refusedBy(by('ana', other, more))).toContain('WRONG_STATE');
  expect([await types(), await typesOf(deps.eventStore, CLAIM)]).toEqual([UNMATCHED, []]);
});

test('refuses a transaction that refunds another payment', async () => {
  const { deps, by, types } = await inbox('6');
  const transferId = CLAIM.replace('foundTransfer-', '');
  await happened(deps.eventStore, event('FoundTransferClaimed', { transferId, paymentId: 'cid9' }));
  expect(await refusedBy(by('ana'))).toContain('is assigned to cid9');
  expect(await types()).toEqual(UNMATCHED);
});

test('refuses a deposit whose transaction a refund has claimed', async () => {
  const { deps, by, types } = await inbox('6');
  const transferId = transferIdOf('ethereum', movement.txid);
  await happened(deps.eventStore, event('FoundTransferClaimed', { transferId, paymentId: 'cid9' }));
  expect(await refusedBy(by('ana'))).toContain('is assigned to cid9');
  expect(await types()).toEqual(UNMATCHED);
});

test.each([0, 1])('repeats the command after a crash at append %i', async (at) => {
  const { deps, by, types } = await inbox('6');
  const faulty = faultyStore(deps.eventStore, (append) => (append === at ? 'crash after' : null));
  await by('ana', {}, { eventStore: faulty }).catch(() => undefined);
  expect(await by('bob')).toBe('RESOLVED');
  expect(await types()).toEqual([...UNMATCHED, 'DepositRefunded']);
});
