import { asaasSource } from '../../../../infra/providers/asaas/callbacks';

const source = asaasSource('asaas', 'a callback token');

const isTaken = (token: string) =>
  source.isAuthentic({ headers: { 'asaas-access-token': token }, body: Buffer.from('{}'), isFromProxy: false });

test('accepts callbacks with the token only', () => {
  expect(['a callback token', '', 'another'].map(isTaken)).toEqual([true, false, false]);
});

test.each<[string, unknown, object | null]>([
  [
    'a transfer',
    { id: 'evt_1', event: 'TRANSFER_DONE', transfer: { status: 'DONE', value: 22, externalReference: 'key1' } },
    { eventId: 'evt_1', hints: [{ kind: 'payout', key: 'key1' }] },
  ],
  [
    'a bill',
    { id: 'evt_2', bill: { externalReference: 'key2' } },
    { eventId: 'evt_2', hints: [{ kind: 'payout', key: 'key2' }] },
  ],
  [
    'a transfer of somebody else',
    { id: 'evt_3', transfer: { externalReference: null } },
    { eventId: 'evt_3', hints: [] },
  ],
  ['anything else', { id: 7, transfer: 'DONE' }, { eventId: null, hints: [] }],
  ['no object', [], null],
])('reads of %s what to ask about, and nothing of what became of it', (_what, body, content) => {
  expect(source.read(Buffer.from(JSON.stringify(body)))).toEqual(content);
});
