import { createHmac } from 'node:crypto';
import { diditSource } from '../../../../infra/providers/didit/callbacks';

const NOW_MS = 1_780_000_000_000;
const source = diditSource('didit', {
  ...{ secrets: ['new secret', 'old secret'], environment: 'live', clock: { now: () => NOW_MS } },
});

const FLAT = { event_id: 'e1', webhook_type: 'status.updated', session_id: 's1', vendor_data: 'ref-1' };

const isTaken = (body: object, { secret = 'new secret', ageSeconds = 0, header = 'x-signature' } = {}) => {
  const raw = Buffer.from(JSON.stringify(body));
  const signature = createHmac('sha256', secret).update(raw).digest('hex');
  const timestamp = String(NOW_MS / 1_000 - ageSeconds);
  return source.isAuthentic({
    headers: { [header]: signature, 'x-timestamp': timestamp },
    body: raw,
    isFromProxy: false,
  });
};

test('takes the signature over the raw body by any valid secret, and no other', () => {
  expect([isTaken(FLAT), isTaken(FLAT, { secret: 'old secret' })]).toEqual([true, true]);
  const others = [
    { secret: 'other' },
    { secret: '' },
    { ageSeconds: 301 },
    { ageSeconds: -301 },
    { header: 'x-signature-v2' },
    { header: 'x-signature-simple' },
  ];
  expect(others.map((changes) => isTaken(FLAT, changes))).toEqual(others.map(() => false));
});

test('refuses the other environment and the unsigned callback of a registry search', () => {
  const nested = { event: 'data.updated', data: { vendor_data: 'ref-1', environment: 'sandbox' } };
  expect([isTaken({ ...FLAT, environment: 'live' }), isTaken({ ...FLAT, environment: 'sandbox' })]).toEqual([
    true,
    false,
  ]);
  expect(isTaken(nested)).toBe(false);
  const search = Buffer.from(JSON.stringify({ event_type: 'kyb.registry_search.resolved', vendor_data: 'ref-1' }));
  const headers = { 'x-didit-unsigned-callback': 'true' };
  expect(source.isAuthentic({ headers, body: search, isFromProxy: false })).toBe(false);
});

test.each<[string, unknown, object | null]>([
  ['a flat body', { ...FLAT, status: 'Approved' }, { eventId: 'e1', hints: [{ kind: 'kyc', key: 'ref-1' }] }],
  [
    'a nested body',
    { event: 'data.updated', event_id: 'e2', data: { session_id: 's1', vendor_data: 'ref-1' } },
    { eventId: 'e2', hints: [{ kind: 'kyc', key: 'ref-1' }] },
  ],
  [
    'a body about a company',
    { event_id: 'e3', session_kind: 'business', business_session_id: 's2', vendor_data: 'ref-2' },
    { eventId: 'e3', hints: [{ kind: 'kyc', key: 'ref-2' }] },
  ],
  ['a test without a session', { event_id: 'e4', data: null }, { eventId: 'e4', hints: [] }],
  ['no object', [], null],
])('reads of %s what to ask about, and no state', (_what, body, content) => {
  expect(source.read(Buffer.from(JSON.stringify(body)))).toEqual(content);
});
