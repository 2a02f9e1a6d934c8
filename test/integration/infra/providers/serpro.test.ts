import type { Document } from '../../../../commands/ports/providers/document-registry';
import type { ExchangeNote } from '../../../../infra/providers/http/client';
import { createReads, type Reads } from '../../../../infra/providers/http/reads';
import { createSerproRegistry } from '../../../../infra/providers/serpro/registry';
import { manualClock } from '../../../../packages/testing/src/ledger/memory/manual-clock';
import { callAt } from '../../../infra/providers/bank-world';
import fc, { runsAtCost } from '../../../properties';
import { FAULTS } from '../../../providers/certainty';
import { openSerpro, type SerproServer } from '../../../providers/serpro';

let [server, reads] = [] as unknown as [SerproServer, Reads];
const notes: ExchangeNote[] = [];
beforeEach(async () => {
  [server, reads] = [await openSerpro(), createReads()];
  notes.length = 0;
});
afterEach(async () => {
  await reads.close();
  await server.close();
});

const PERSON: Document = { type: 'CPF', number: '40442820135', country: 'BR', birthDate: '1970-11-14' };
const { birthDate: _day, ...WITHOUT_DAY } = PERSON;

const clock = manualClock();

const open = (secrets: object = {}) => {
  const { url, consumerKey, consumerSecret } = server;
  const onExchange = (note: ExchangeNote) => void notes.push(note);
  const options = { name: 'serpro', url, consumerKey, consumerSecret, reads, clock, onExchange };
  return createSerproRegistry({ ...options, ...secrets });
};

const call = (withinMs = 5_000) => ({ ...callAt(clock), deadlineMs: clock.now() + withinMs });
const lookUp = (document: Document = PERSON) => open().lookUp(call(), document);
const pathsAsked = () => server.served.map(({ path }) => path);

test('gives name, status and birth date of a CPF, and asks with the birth date where it is given', async () => {
  const record = { ...PERSON, status: 'REGULAR', name: 'PESSOA FISICA DA SILVA' };
  expect([await lookUp(), await lookUp(WITHOUT_DAY)]).toEqual([
    { ok: true, value: record },
    { ok: true, value: record },
  ]);
  expect(pathsAsked().filter((path) => path !== '/token')).toEqual([
    '/consulta-cpf-df/v3/cpf/40442820135/14111970',
    '/consulta-cpf-df/v2/cpf/40442820135',
  ]);
  expect(open().supports({ type: 'CNPJ', country: 'BR' })).toBe(false);
});

test.each([
  ['2', 'SUSPENDED'],
  ['3', 'DECEASED'],
  ['4', 'PENDING'],
  ['5', 'CANCELLED'],
  ['8', 'NULL'],
  ['9', 'CANCELLED'],
  ['7', 'UNKNOWN'],
  ['toString', 'UNKNOWN'],
])('reads the code %s as %s', async (codigo, status) => {
  server.persons.set('07691852312', { ni: '07691852312', situacao: { codigo } });
  expect(await lookUp({ ...WITHOUT_DAY, number: '07691852312' })).toMatchObject({ ok: true, value: { status } });
});

test('does not find an unknown CPF, or one of another birth date', async () => {
  expect(await lookUp({ ...PERSON, number: '07691852312' })).toMatchObject({ kind: 'NOT_FOUND' });
  expect(await lookUp({ ...PERSON, birthDate: '1980-01-01' })).toMatchObject({ kind: 'NOT_FOUND' });
});

test('takes a 404 of the gateway for no answer of the registry', async () => {
  const registry = open({ url: `${server.url}/other` });
  server.say('POST /other/token', '{"access_token":"token-0","expires_in":3600}');
  expect(await registry.lookUp(call(), PERSON)).toMatchObject({ kind: 'UNAVAILABLE' });
});

test.each(FAULTS)('gives the record or no answer when Serpro answers with %s', async (fault) => {
  server.arm(fault, 'GET');
  const said = await open().lookUp(call(fault === 'DRIP' ? 100 : 5_000), PERSON);
  if (said.ok) expect(said.value).toMatchObject({ number: PERSON.number, status: 'REGULAR' });
  else expect(said.kind).toMatch(/UNAVAILABLE|RATE_LIMITED/);
});

test('asks for one token an hour, and for another one when it is refused', async () => {
  const registry = open();
  await Promise.all([registry.lookUp(call(), PERSON), registry.lookUp(call(), PERSON)]);
  const tokens = () => pathsAsked().filter((path) => path === '/token').length;
  expect(tokens()).toBe(1);
  clock.advance(3_600_000);
  expect(await registry.lookUp(call(), PERSON)).toMatchObject({ ok: true });
  server.arm('EXPIRED_TOKEN', 'GET');
  expect([await registry.lookUp(call(), PERSON), tokens()]).toMatchObject([{ ok: true }, 3]);
  expect(await open({ consumerSecret: 'other' }).lookUp(call(), PERSON)).toMatchObject({ code: 'AUTH' });
});

test('reads any answer without an error, and logs no secret and no CPF', async () => {
  const registry = open();
  const record = fc.record({ ni: fc.jsonValue(), situacao: fc.record({ codigo: fc.jsonValue() }) });
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.jsonValue(), record), async (body) => {
      server.say('GET', JSON.stringify(body));
      const said = await registry.lookUp(call(), PERSON);
      expect(said.ok || said.code).toMatch(/true|PROTOCOL/);
    }),
    { numRuns: runsAtCost(5) },
  );
  const told = JSON.stringify(notes);
  for (const secret of [PERSON.number, '14111970', server.consumerSecret, 'token-1'])
    expect(told).not.toContain(secret);
});
