import { factsOf } from '../../../../commands/pair/comparing/facts';
import { recorded } from '../../../samples/sample-events';
import { time } from '../../../samples/sample-time';

describe('E7: what an event makes known', () => {
  const kindsOf = (...given: Parameters<typeof recorded>) =>
    factsOf(recorded(...given), () => null).map(({ kind, id }) => `${kind} ${id}`);

  test('is its stream where it is the first, whoever something is sealed for, and who was erased', () => {
    expect(kindsOf('CashoutIntentCreated')).toEqual(expect.arrayContaining(['STREAM cashout-cid1', 'SUBJECT u1']));
    expect(kindsOf('CashoutIntentCreated', {}, { revision: 1 })).not.toContain('STREAM cashout-cid1');
    expect(kindsOf('SubjectErased', {}, { revision: 4 })).toEqual(['ERASED u1']);
    expect(kindsOf('FiscalKeyDestroyed', {}, { revision: 4 })).toEqual(['ERASED fiscal:u1']);
  });

  test.each([
    { sealed: 1, subjectId: 'u2', box: 'Ym94' },
    { sealed: 2, subjectId: 'u2', box: 'Ym94', commitment: 'Yw==' },
  ] as const)('is whom something is sealed for, in version $sealed', (externalUserId) => {
    expect(kindsOf('UserRegistered', { externalUserId }, { revision: 1 })).toEqual(['SUBJECT u2']);
  });

  test('is who was sent a payout’s key, and when it was settled', () => {
    const at = { revision: 3 };
    expect(factsOf(recorded('PayoutDispatched', {}, at), () => null)).toMatchObject([
      { kind: 'SENT', id: 'key1', provider: 'sandbox', mode: 'sandbox' },
    ]);
    expect(factsOf(recorded('PayoutSettled', {}, at), () => null)).toMatchObject([
      { kind: 'SETTLED', id: 'key1', at: time(95) },
    ]);
  });

  test('is also whose obligation something is kept for, which has a key of its own', () => {
    const parties = { sealed: 2, subjectId: 'fiscal:u1', box: 'Ym94', commitment: 'Yw==' } as const;
    expect(kindsOf('PayoutDispatched', { parties }, { revision: 3 })).toEqual(['SUBJECT fiscal:u1', 'SENT key1']);
    expect(kindsOf('PixAccepted', { parties }, { revision: 3 })).toEqual(['SUBJECT fiscal:u1']);
  });

  test('is what is told of it', () => {
    const told = factsOf(recorded('DepositAccepted', {}, { revision: 1 }), ({ id }) => `evt_${id}`);
    expect(told).toMatchObject([{ kind: 'DELIVERY', id: 'evt_id-DepositAccepted' }]);
  });
});
