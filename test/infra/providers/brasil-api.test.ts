import type { Document } from '../../../commands/ports/providers/document-registry';
import { systemClock } from '../../../infra/clock';
import { createBrasilApi } from '../../../infra/providers/brasil-api/registry';
import { createReads, type Reads } from '../../../infra/providers/http/reads';
import { type Exchanges, openExchanges } from '../../providers/exchanges';

let exchanges: Exchanges;
let reads: Reads;
beforeAll(async () => {
  exchanges = await openExchanges();
  reads = createReads();
});
afterAll(async () => {
  await reads.close();
  await exchanges.close();
});
afterEach(() => exchanges.answer('/api/cnpj', undefined));

const COMPANY: Document = { type: 'CNPJ', number: '19131243000197', country: 'BR' };

const lookUp = (document = COMPANY, deadlineMs = systemClock.now() + 5_000) =>
  createBrasilApi({ name: 'brasil-api', url: exchanges.url, reads, clock: systemClock }).lookUp(
    { requestId: 'r', partnerId: 'p', mode: 'live', deadlineMs },
    document,
  );

test('gives name, trade name and status of a company', async () => {
  expect(await lookUp()).toEqual({
    ok: true,
    value: {
      ...COMPANY,
      ...{ status: 'REGULAR', name: 'OPEN KNOWLEDGE BRASIL', tradeName: 'REDE PELO CONHECIMENTO LIVRE' },
    },
  });
});

test('never reports a company as missing, because new companies are missing for weeks', async () => {
  expect(await lookUp({ ...COMPANY, number: '12ABC34501DE35' })).toMatchObject({ ok: false, kind: 'UNAVAILABLE' });
});

test.each<[string, string]>([
  ['SUSPENSA', 'SUSPENDED'],
  ['INAPTA', 'UNFIT'],
  ['Baixada', 'CANCELLED'],
  ['NULA', 'NULL'],
  ['NOVA SITUACAO', 'UNKNOWN'],
])('reads the status %s as %s', async (word, status) => {
  exchanges.answer('/api/cnpj', { body: { cnpj: COMPANY.number, descricao_situacao_cadastral: word } });
  expect(await lookUp()).toMatchObject({ ok: true, value: { status } });
});

test.each<[string, number, string]>([
  ['429', 429, '{}'],
  ['403', 403, '{}'],
  ['500', 500, ''],
  ['HTML', 200, '<html>'],
])('is unavailable at %s', async (_what, status, body) => {
  exchanges.answer('/api/cnpj', { status, body });
  expect(await lookUp()).toMatchObject({ ok: false, kind: 'UNAVAILABLE' });
});

test('sends no request after the deadline', async () => {
  const before = exchanges.asked.length;
  expect(await lookUp(COMPANY, systemClock.now())).toMatchObject({ ok: false, code: 'TIMEOUT' });
  expect(exchanges.asked).toHaveLength(before);
});
