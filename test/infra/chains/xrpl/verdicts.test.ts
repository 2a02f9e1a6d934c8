import fc from '../../../properties';
import { testVerdictPage } from '../verdict-page';
import { MEMO, paymentOf, withMemos } from './scenario';
import { cropOf, type Fields, innerRow, metaOf, signedRow } from './told-rows';
import { AMBIGUOUS, LOOK_ALIKE, NOTHING, PAYS, UNSUPPORTED } from './verdict-rows';

testVerdictPage('XRPL', {
  ...{ pays: PAYS, AMBIGUOUS, UNSUPPORTED_TRANSFER: UNSUPPORTED },
  ...{ 'look-alike': LOOK_ALIKE, nothing: NOTHING },
});

describe.each([
  ['takes', PAYS],
  ['takes as ambiguous', AMBIGUOUS],
  ['takes as unsupported', UNSUPPORTED],
  ['takes as a look-alike', LOOK_ALIKE],
  ['takes no notice of', NOTHING],
] as const)('The verdict on an XRPL transaction %s', (_, rows) => {
  test.each(rows)('$title', ({ row, expected, memos = [MEMO] }) => {
    const crop = cropOf(row());
    if ('reason' in crop) throw new Error(crop.reason);
    expect(crop.movements).toMatchObject(expected.map((one) => ({ movements: 1, ...one, memos })));
    expect(crop.movements).toHaveLength(expected.length);
  });
});

const HEX_MEMO = Buffer.from(MEMO, 'utf8').toString('hex');

const row = (): Fields => signedRow(paymentOf(withMemos(MEMO)), metaOf([], '25000000'));
const fields = (told: Fields, given: Fields): Fields => ({
  ...told,
  tx_json: { ...(told['tx_json'] as Fields), ...given },
});

describe('An XRPL transaction with a memo of ours', () => {
  test.each<[string, () => Fields, string]>([
    ['another amount', () => fields(row(), { DeliverMax: '1' }), 'are those of'],
    ['another memo', () => fields(row(), withMemos('acme:2')), 'are those of'],
    ['another destination', () => fields(row(), { Destination: 'rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B' }), 'are those of'],
    [
      'no signature outside a Batch',
      () => ({ ...innerRow(paymentOf(withMemos(MEMO)), {}), meta: metaOf([], '25000000') }),
      'bears no signature',
    ],
  ])('is unread as a contradiction with %s', (_, told, reason) => {
    expect(cropOf(told())).toMatchObject({ isContradiction: true, reason: expect.stringContaining(reason) });
  });

  test.each<[string, () => Fields, string]>([
    ['a field that the library does not know', () => fields(row(), { NewField: 'AB' }), 'NewField'],
    ['a type that the library does not know', () => fields(row(), { TransactionType: 'Foo' }), 'Foo'],
    [
      'a memo with a digit that is no hex',
      () => fields(row(), { Memos: [{ Memo: { MemoData: `${HEX_MEMO}0Z` } }] }),
      'hex',
    ],
    ['no metadata', () => ({ ...row(), meta: null }), 'meta'],
    ['a delivered amount of 40 digits', () => ({ ...row(), meta: metaOf([], '1'.repeat(40)) }), 'digits'],
    ['a delivered amount that is no number', () => ({ ...row(), meta: metaOf([], '25.0') }), 'delivered_amount'],
    ['no time', () => ({ ...fields(row(), { date: null }), close_time_iso: 'soon' }), 'no time'],
  ])('is unread with its memo when it has %s', (_, told, reason) => {
    expect(cropOf(told())).toMatchObject({
      ...{ isContradiction: false, memos: [MEMO] },
      reason: expect.stringContaining(reason),
    });
  });

  test('never throws, with any fields', () => {
    const bytes = fc.uint8Array({ maxLength: 300 }).map((memo) => Buffer.from(memo).toString('hex'));
    const memo = fc.record({ Memo: fc.record({ MemoData: fc.oneof(bytes, fc.jsonValue()) }) });
    const names = fc.constantFrom('DeliverMax', 'Account', 'Destination', 'Flags', 'SourceTag', 'TransactionType');
    const changes = fc.record({ Memos: fc.oneof(fc.array(memo), fc.jsonValue()) });
    const told = row();
    const property = fc.property(changes, fc.dictionary(names, fc.jsonValue(), { maxKeys: 2 }), (memos, given) => {
      const crop = cropOf(fields(told, { ...memos, ...given }));
      // Another memo than the signed one is either none of ours or does not bind.
      if ('movements' in crop) for (const { memos: own } of crop.movements) expect(own).toEqual([]);
    });
    fc.assert(property);
  });

  test('is unread without memos when its fields are missing', () => {
    expect(cropOf({ ...row(), tx_json: 'x' })).toMatchObject({ memos: null, isContradiction: false });
  });

  test('takes the time of its ledger where the answer has no close_time_iso', () => {
    expect(cropOf({ ...row(), close_time_iso: undefined })).toMatchObject({
      movements: [{ blockTime: '2022-03-07T20:26:40.000Z' }],
    });
  });
});
