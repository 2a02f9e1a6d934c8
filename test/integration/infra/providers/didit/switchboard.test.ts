import type { KycAnswer } from '../../../../../commands/ports/providers/kyc-provider';
import type { Result } from '../../../../../commands/ports/providers/result';
import { createDiditKyc } from '../../../../../infra/providers/didit/kyc';
import { COMPANY, PERSON } from '../../../../../packages/testing/src/contracts/kyc/scene';
import { freshKey } from '../../../../../packages/testing/src/contracts/providers';
import { expectEveryRow } from '../../../../every-row';
import { type DiditWorld, openWorld } from '../../../../infra/providers/didit/world';
import fc, { runsAtCost } from '../../../../properties';
import { FAULTS } from '../../../../providers/certainty';

let world: DiditWorld;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

const sessionsOf = (ref: string) => world.server.books.sessions.filter(({ told }) => told['vendor_data'] === ref);

test.each(FAULTS)('has one session, or knows of none, when Didit answers a start with %s', async (fault) => {
  world.server.arm(fault, 'POST /session');
  const ref = freshKey();
  const said = await world.provider.start(world.call(fault === 'DRIP' ? 100 : 10_000), { ref, declared: PERSON });
  if (!said.ok && said.kind !== 'UNKNOWN') expect([said, sessionsOf(ref)]).toEqual([said, []]);
  const found = await world.provider.find(world.call(), ref);
  expect(found.ok && found.value.length).toBe(sessionsOf(ref).length);
  const again = await world.start(ref);
  expect([again.said.ok, sessionsOf(ref).length]).toEqual([true, 1]);
});

test.each(FAULTS)('reads the decision or none when Didit answers with %s, and erases all the same', async (fault) => {
  const { ref, id } = await world.start();
  world.server.books.settle();
  world.server.arm(fault, 'GET /session/');
  const said = await world.provider.get(world.call(fault === 'DRIP' ? 100 : 10_000), id);
  if (said.ok) expect(said.value).toMatchObject({ providerSessionId: id, state: 'APPROVED' });
  else expect(said.kind).toMatch(/UNAVAILABLE|RATE_LIMITED/);
  world.server.arm(fault, 'DELETE');
  await world.provider.erase(world.call(fault === 'DRIP' ? 100 : 10_000), ref);
  expect(await world.provider.erase(world.call(), ref)).toEqual({ ok: true, value: null });
  expect(sessionsOf(ref)).toEqual([]);
});

test.each([
  [403, { detail: 'Authentication credentials were not provided.' }, 'UNAVAILABLE', 'AUTH'],
  [401, { detail: 'Invalid API key.' }, 'UNAVAILABLE', 'AUTH'],
  [400, { detail: 'You do not have enough credits.' }, 'UNAVAILABLE', 'INSUFFICIENT_FUNDS'],
  [400, { workflow_id: ['Workflow not found.'] }, 'REJECTED', 'OTHER'],
  [502, '<html>', 'UNKNOWN', 'OTHER'],
])('starts no session after %s %j', async (status, body, kind, code) => {
  world.server.books.refused = { status, body };
  expect((await world.start()).said).toMatchObject({ ok: false, kind, code });
});

test('starts no session where Didit cannot be reached', async () => {
  const provider = createDiditKyc({ ...world.options, url: 'http://127.0.0.1:9' });
  const said = await provider.start(world.call(), { ref: freshKey(), declared: PERSON });
  expect(said).toMatchObject({ kind: 'UNAVAILABLE', code: 'TIMEOUT' });
});

test('names the person, the workflow and the return URL, and no data of a company', async () => {
  await world.start();
  await world.start(freshKey(), COMPANY);
  const [person, company] = world.server.books.sessions.map(({ told }) => told);
  const expected = { first_name: 'Fulana', last_name: 'de Tal', date_of_birth: '1970-11-14' };
  expect(person).toMatchObject({
    ...{ workflow_id: world.options.flows.PF, callback: 'https://partner.example/done' },
    expected_details: { ...expected, identification_number: PERSON.document },
  });
  expect(Object.keys(company ?? {}).toSorted()).toEqual(['callback', 'vendor_data', 'workflow_id']);
});

test('reads the CNPJ of an approved company from its registry', async () => {
  const { id } = await world.start(freshKey(), COMPANY);
  world.server.books.settle();
  const said = await world.provider.get(world.call(), id);
  expect(said).toMatchObject({ ok: true, value: { state: 'APPROVED', verified: { document: COMPANY.document } } });
});

const decided = async (differences: object, outcome = 'Approved'): Promise<Result<KycAnswer>> => {
  Object.assign(world.server.books, { outcome, decided: differences });
  const { id } = await world.start();
  world.server.books.settle();
  return world.provider.get(world.call(), id);
};

test('refuses a decision of the other environment', async () => {
  world.server.books.environment = 'sandbox';
  expect(await decided({})).toMatchObject({ kind: 'UNAVAILABLE', code: 'PROTOCOL' });
  expect(await decided({ environment: undefined })).toMatchObject({ kind: 'UNAVAILABLE', code: 'PROTOCOL' });
  const sandbox = createDiditKyc({ ...world.options, environment: 'sandbox' });
  world.server.books.decided = {};
  expect(await sandbox.get(world.call(), world.server.books.sessions[0]!.id)).toMatchObject({ ok: true });
});

test('believes no decision about another session', async () => {
  expect(await decided({ session_id: 'other' })).toMatchObject({ kind: 'UNAVAILABLE', code: 'PROTOCOL' });
});

const document = (number: string, changes: object = {}) => ({
  ...{ status: 'Approved', document_number: number, personal_number: null, date_of_birth: '1970-11-14', ...changes },
});

test('verifies with approved documents of one person alone', () =>
  expectEveryRow(
    [
      ['a CPF as the number of the document', [document('404.428.201-35')], ['40442820135', '1970-11-14']],
      [
        'two documents of one person',
        [document('404.428.201-35'), document('X1', { personal_number: '40442820135' })],
        ['40442820135', '1970-11-14'],
      ],
      [
        'documents of two persons',
        [document('40442820135'), document('63017285995', { date_of_birth: '1980-01-01' })],
        [undefined, undefined],
      ],
      ['a document that is not approved', [document('40442820135', { status: 'Declined' })], [undefined, undefined]],
      ['no CPF', [document('X1')], [undefined, '1970-11-14']],
    ] as const,
    ([what]) => what,
    async ([, id_verifications, verified]) => {
      const said = await decided({ id_verifications });
      expect(said.ok && [said.value.verified?.document, said.value.verified?.birthDate]).toEqual(verified);
    },
  ));

const screened = (hit: object) => ({ aml_screenings: [{ status: 'In Review', hits: [hit], warnings: [] }] });

test('reports hits of sanctions and of exposed persons, but no false positive', () =>
  expectEveryRow(
    [
      [{ sanction_matches: [{}] }, { sanctionsHit: true, pepHit: false }],
      [
        { datasets: ['SANCTIONS'], pep_matches: [{}] },
        { sanctionsHit: true, pepHit: true },
      ],
      [{ datasets: ['PEP'] }, { sanctionsHit: false, pepHit: true }],
      [
        { sanction_matches: [{}], review_status: 'False Positive' },
        { sanctionsHit: false, pepHit: false },
      ],
    ] as const,
    ([hit]) => JSON.stringify(hit),
    async ([hit, screening]) => expect(await decided(screened(hit))).toMatchObject({ ok: true, value: { screening } }),
  ));

const warned = (name: string, risk: string) => ({ [name]: [{ status: 'Declined', warnings: [{ risk }] }] });

test('reports the reason of a rejection', () =>
  expectEveryRow(
    [
      [screened({ sanction_matches: [{}] }), 'SANCTIONS'],
      [warned('liveness_checks', 'LIVENESS_FACE_ATTACK'), 'LIVENESS'],
      [warned('face_matches', 'LOW_FACE_MATCH_SIMILARITY'), 'FACE_MISMATCH'],
      [warned('id_verifications', 'PRINTED_COPY_DETECTED'), 'DOC_FORGED'],
      [warned('id_verifications', 'PORTRAIT_IMAGE_NOT_DETECTED'), 'DOC_UNREADABLE'],
      [warned('id_verifications', 'MINIMUM_AGE_NOT_MET'), 'UNDERAGE'],
      [warned('id_verifications', 'FULL_NAME_MISMATCH_WITH_PROVIDED'), 'DATA_MISMATCH'],
      [warned('id_verifications', 'POSSIBLE_DUPLICATED_USER'), 'DUPLICATE'],
      [warned('registry_checks', 'KYB_COMPANY_NOT_ACTIVE'), 'REGISTRY'],
      [{}, 'OTHER'],
    ] as const,
    ([, code]) => code,
    async ([differences, code]) =>
      expect(await decided(differences, 'Declined')).toMatchObject({ ok: true, value: { rejection: { code } } }),
  ));

test('reads each documented status', () =>
  expectEveryRow(
    [
      ...[['Awaiting User', 'IN_PROGRESS'] as const, ['Resubmitted', 'IN_PROGRESS'] as const],
      ...[['IN_REVIEW', 'IN_REVIEW'] as const, ['APPROVED', 'APPROVED'] as const, ['Abandoned', 'EXPIRED'] as const],
      ['Kyc Expired', 'EXPIRED'] as const,
    ],
    ([status]) => status,
    async ([status, state]) => expect(await decided({ status })).toMatchObject({ ok: true, value: { state } }),
  ));

test('begins an expired session again with the data that its person declared', async () => {
  const { ref, id } = await world.start();
  world.server.books.sessions[0]!.status = 'Abandoned';
  const again = await world.provider.reopen(world.call(), id);
  const [first, second] = sessionsOf(ref);
  expect(second?.told).toEqual(first?.told);
  expect(again).toMatchObject({ ok: true, value: { providerSessionId: second?.id, state: 'CREATED' } });
});

test('counts a list with more pages, or of other references, as no whole list', async () => {
  const { ref } = await world.start();
  world.server.say(
    'GET /sessions/',
    JSON.stringify({ results: [], next: 'https://verification.didit.me/v3/?offset=50' }),
  );
  expect(await world.provider.find(world.call(), ref)).toMatchObject({ kind: 'UNAVAILABLE', code: 'PROTOCOL' });
  expect(await world.provider.erase(world.call(), ref)).toMatchObject({ kind: 'UNAVAILABLE', code: 'PROTOCOL' });
  world.server.say('GET /sessions/', JSON.stringify({ results: [{ session_id: 's', vendor_data: 'other' }] }));
  expect(await world.provider.find(world.call(), ref)).toEqual({ ok: true, value: [] });
});

test('reads any answer without an error, and believes no other status', async () => {
  const values = fc.jsonValue({ maxDepth: 3 });
  const status = fc.constantFrom('Approved', 'Declined', 'APPROVED', 'Moon', 'toString');
  const environment = fc.constantFrom('live', 'sandbox');
  const decision = fc.record({ session_id: fc.constant('s'), status, environment, id_verifications: values });
  await fc.assert(
    fc.asyncProperty(fc.oneof(values, decision), async (body) => {
      for (const begin of ['GET', 'POST']) world.server.say(begin, JSON.stringify(body));
      const said = await world.provider.get(world.call(), 's');
      const told = body as { readonly status?: string; readonly environment?: string };
      if (said.ok && said.value.state === 'APPROVED') {
        expect([told.status?.toUpperCase(), told.environment]).toEqual(['APPROVED', 'live']);
      }
      expect((await world.start('own')).said).toMatchObject({ kind: 'UNKNOWN' });
      await world.provider.find(world.call(), 's');
    }),
    { numRuns: runsAtCost(5) },
  );
});

test('logs requests without the key, ids and persons', async () => {
  const { ref, id } = await world.start();
  await world.provider.get(world.call(), id);
  await world.provider.erase(world.call(), ref);
  world.server.arm('EXPIRED_TOKEN', '', 9);
  const refused = await world.provider.find(world.call(), ref);
  const told = JSON.stringify([world.notes, refused]);
  for (const secret of [world.server.apiKey, ref, id, PERSON.document, 'Fulana']) expect(told).not.toContain(secret);
  expect(world.notes.map(({ method, path }) => `${method} ${path}`)).toEqual([
    ...['POST /session/', 'GET /session/', 'GET /sessions/', 'DELETE /session/', 'GET /sessions/'],
  ]);
});

test('is healthy while the key is accepted', async () => {
  expect(await world.provider.health(world.call())).toEqual({ ok: true, value: null });
  world.server.arm('EXPIRED_TOKEN');
  expect(await world.provider.health(world.call())).toMatchObject({ code: 'AUTH' });
});
