import type { PlannedCallback } from '../../../infra/providers/sandbox/book/sandbox-book';
import { type SignedCallback, sandboxSource, writeCallback } from '../../../infra/providers/sandbox/callback-wire';
import { manualClock } from '../../../packages/testing/src/ledger/memory/manual-clock';

const taken: PlannedCallback = {
  ...{ place: '0', eventId: 'sbx_evt_1', about: 'key-1', dueAtMs: 0, forged: false, type: 'payout.changed' },
};

describe('a callback', () => {
  const clock = manualClock();
  const arriving = ({ headers, body }: SignedCallback) => ({ headers, body: Buffer.from(body), isFromProxy: false });
  const isTaken = (callback: SignedCallback, secrets = ['secret']): boolean =>
    sandboxSource('bank', secrets, clock).isAuthentic(arriving(callback));

  test('is accepted when the bank signed it with any valid secret', () => {
    const callback = writeCallback('secret', taken, clock.now());
    expect([isTaken(callback), isTaken(callback, ['newer', 'secret']), isTaken(callback, ['newer'])]).toEqual([
      true,
      true,
      false,
    ]);
    expect(sandboxSource('bank', [], clock).read(Buffer.from(callback.body))).toEqual({
      eventId: 'sbx_evt_1',
      hints: [{ kind: 'payout', key: 'key-1' }],
    });
  });

  test('is refused with the signature of another key, after a change, and with an invalid signature', () => {
    const raw = writeCallback('secret', taken, clock.now());
    const signature = raw.headers['x-callback-signature'] ?? '';
    const signed = (text: string) => ({ ...raw, headers: { ...raw.headers, 'x-callback-signature': text } });
    const forgeries = [
      writeCallback('secret', { ...taken, forged: true }, clock.now()),
      { ...raw, body: raw.body.replace('key-1', 'key-2') },
      signed(signature.toUpperCase()),
      signed(signature.replace('v1=', '')),
      signed(''),
      { ...raw, headers: {} },
    ];
    for (const forgery of forgeries) expect(isTaken(forgery)).toBe(false);
  });

  test.each([
    ['{"id":"1","type":"something.new","key":"k"}', { eventId: '1', hints: [] }],
    ['{"type":"payout.changed"}', { eventId: null, hints: [{ kind: 'payout', key: '' }] }],
    ['{"type":"__proto__","id":7}', { eventId: null, hints: [] }],
    ['[]', null],
    ['{', null],
  ])('is read by its known fields: %s', (body, content) => {
    expect(sandboxSource('bank', [], clock).read(Buffer.from(body))).toEqual(content);
  });

  test('is read only by the KYC endpoint when it is about a session', () => {
    const { body } = writeCallback('secret', { ...taken, type: 'kyc.changed' }, clock.now());
    const read = (surface: 'kyc' | 'bank') => sandboxSource(surface, [], clock).read(Buffer.from(body))?.hints;
    expect([read('kyc'), read('bank')]).toEqual([[{ kind: 'kyc', key: 'key-1' }], []]);
    expect(sandboxSource('kyc', [], clock).read(Buffer.from('{"type":"payout.changed","key":"k"}'))?.hints).toEqual([]);
  });
});
