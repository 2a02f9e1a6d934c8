import { apiPixSource } from '../../../../infra/providers/api-pix/callbacks';

const source = apiPixSource('pix', ['CN=bank', 'CN=bank-2']);

test.each([
  ['the certificate of the bank', { 'x-client-verify': 'SUCCESS', 'x-client-subject': 'CN=bank-2' }, true, true],
  ['another certificate', { 'x-client-verify': 'SUCCESS', 'x-client-subject': 'CN=other' }, true, false],
  ['the header of a caller', { 'x-client-verify': 'SUCCESS', 'x-client-subject': 'CN=bank' }, false, false],
])('judges a callback with %s', (_what, headers, isFromProxy, isTaken) => {
  expect(source.isAuthentic({ headers, body: Buffer.from('{}'), isFromProxy })).toBe(isTaken);
});

const PIX = { endToEndId: 'E12345678202009091221kkkkkkkkkkk', valor: '110.00', horario: '2020-09-09T20:15:00.358Z' };

test.each<[string, unknown, object | null]>([
  [
    'a PIX and a refund that ended',
    { pix: [{ ...PIX, txid: 'c3e0e7a4e7f1469a9f782d3d4999343c', devolucoes: [{ status: 'DEVOLVIDO' }] }] },
    { eventId: null, hints: [{ kind: 'charge', key: 'c3e0e7a4-e7f1-469a-9f78-2d3d4999343c' }] },
  ],
  ['a PIX of another charge', { pix: [{ ...PIX, txid: 'loja42' }, 7, PIX] }, { eventId: null, hints: [] }],
  ['a test of the registration', { evento: 'teste_webhook' }, { eventId: null, hints: [] }],
  ['no object', [], null],
])('reads of %s what to ask about, and nothing of what became of it', (_what, body, content) => {
  expect(source.read(Buffer.from(JSON.stringify(body)))).toEqual(content);
});
