import { createUpcast, isUnknownEventType, upcast } from '../../../infra/event-store/upcast';

const read = createUpcast(
  { Grown: 3, Plain: 1 },
  {
    Grown: {
      1: (data) => ({ ...(data as object), two: true }),
      2: (data) => ({ ...(data as object), three: true }),
    },
  },
);

describe('upcasting', () => {
  it('brings an old version to the current one, step by step', () => {
    expect(read('Grown', 1, { one: true })).toEqual({ type: 'Grown', data: { one: true, two: true, three: true } });
    expect(read('Grown', 2, { one: true })).toEqual({ type: 'Grown', data: { one: true, three: true } });
  });

  it('leaves the current version unchanged', () => {
    const data = { one: true };
    expect(read('Grown', 3, data).data).toBe(data);
  });

  it('fails on an unknown type, version or step', () => {
    const failures: (readonly [string, number])[] = [
      ['Unheard', 1],
      ['toString', 1],
      ['Grown', 4],
      ['Grown', Number.NaN],
      ['Plain', 0],
    ];
    for (const [type, version] of failures) {
      try {
        read(type, version, {});
        throw new Error('it was read');
      } catch (error) {
        expect(isUnknownEventType(error)).toBe(true);
        expect(String(error)).toContain(type);
      }
    }
  });

  it.each([
    'PayoutSettled',
    'PayoutReturned',
  ])('reads a %s of version 1, which had neither provider nor fee', (type) => {
    const data = { amountCents: '15000' };
    expect(upcast(type, 1, data)).toEqual({ type, data });
    expect(() => upcast(type, 3, data)).toThrow('version 3');
  });

  it('knows the events of the ledger', () => {
    expect(upcast('PayoutSettled', 2, { provider: 'bank', feeCents: '35' }).data).toEqual({
      provider: 'bank',
      feeCents: '35',
    });
    expect(upcast('CashoutCompleted', 1, { intentId: 'x' })).toEqual({
      type: 'CashoutCompleted',
      data: { intentId: 'x' },
    });
  });
});
