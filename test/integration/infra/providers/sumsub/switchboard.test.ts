import type { KycAnswer } from '../../../../../commands/ports/providers/kyc-provider';
import type { Result } from '../../../../../commands/ports/providers/result';
import { createSumsubKyc } from '../../../../../infra/providers/sumsub/kyc';
import { COMPANY, PERSON } from '../../../../../packages/testing/src/contracts/kyc/scene';
import { freshKey } from '../../../../../packages/testing/src/contracts/providers';
import { expectEveryRow } from '../../../../every-row';
import { openWorld, type SumsubWorld } from '../../../../infra/providers/sumsub/world';
import fc, { runsAtCost } from '../../../../properties';
import { FAULTS } from '../../../../providers/certainty';
import { APPROVED, rejected } from '../../../../providers/sumsub-books';

let world: SumsubWorld;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

const applicantsOf = (ref: string) =>
  world.server.books.applicants.filter(({ told }) => told['externalUserId'] === ref);

test.each(FAULTS)('has one applicant, or knows of none, when Sumsub answers a start with %s', async (fault) => {
  for (const line of ['POST /resources/applicants', 'POST /resources/sdkIntegrations']) {
    world.server.arm(fault, line);
    const ref = freshKey();
    const said = await world.provider.start(world.call(fault === 'DRIP' ? 100 : 10_000), { ref, declared: PERSON });
    if (!said.ok && said.kind !== 'UNKNOWN') expect([line, said, applicantsOf(ref)]).toEqual([line, said, []]);
    const found = await world.provider.find(world.call(), ref);
    expect([line, found.ok && found.value.length]).toEqual([line, applicantsOf(ref).length]);
    const again = await world.start(ref);
    expect([line, again.said.ok, applicantsOf(ref).length]).toEqual([line, true, 1]);
    world.server.disarm();
  }
});

test.each(FAULTS)('reads the review or none when Sumsub answers with %s', async (fault) => {
  const { id } = await world.start();
  world.server.books.settle();
  world.server.arm(fault, 'GET');
  const said = await world.provider.get(world.call(fault === 'DRIP' ? 100 : 10_000), id);
  if (said.ok) expect(said.value).toMatchObject({ providerSessionId: id, state: 'APPROVED' });
  else expect(said.kind).toMatch(/UNAVAILABLE|RATE_LIMITED/);
});

test('signs each request, and refuses to start with another secret', async () => {
  const provider = createSumsubKyc({ ...world.options, secretKey: 'other' });
  const said = await provider.start(world.call(), { ref: freshKey(), declared: PERSON });
  expect(said).toMatchObject({ kind: 'UNAVAILABLE', code: 'AUTH' });
  expect(await provider.health(world.call())).toMatchObject({ code: 'AUTH' });
  expect(await world.provider.health(world.call())).toEqual({ ok: true, value: null });
});

test('has no session where a repeated start finds no applicant yet', async () => {
  const { ref } = await world.start();
  world.server.arm('FAIL_BEFORE', 'GET');
  expect((await world.start(ref)).said).toMatchObject({ kind: 'UNKNOWN' });
});

test('declares no data of a person, and the number of a company', async () => {
  await world.start();
  await world.start(freshKey(), COMPANY);
  const [person, company] = world.server.books.applicants;
  expect(Object.keys(person?.told ?? {}).toSorted()).toEqual(['externalUserId', 'type']);
  const companyInfo = { companyName: 'Empresa Teste SA', registrationNumber: COMPANY.document, country: 'BRA' };
  expect(company?.told).toMatchObject({ type: 'company', info: { companyInfo } });
  const returnUrl = 'https://partner.example/done';
  expect(world.server.books.links).toMatchObject([
    { levelName: world.options.flows.PF, redirect: { successUrl: returnUrl, rejectUrl: returnUrl }, ttlInSecs: 86_400 },
    { levelName: world.options.flows.PJ },
  ]);
});

test('gives another link at each opening', async () => {
  const { id, said } = await world.start();
  const again = await world.provider.reopen(world.call(), id);
  expect([said.ok, again.ok && again.value.webViewUrl !== (said.ok && said.value.webViewUrl)]).toEqual([true, true]);
});

const reviewed = async (review: object, declared: Parameters<SumsubWorld['start']>[1] = PERSON) => {
  world.server.books.review = review;
  const { id } = await world.start(freshKey(), declared);
  world.server.books.settle();
  return world.provider.get(world.call(), id) as Promise<Result<KycAnswer>>;
};

test('reads the CNPJ of an approved company', async () => {
  const verified = { document: COMPANY.document };
  expect(await reviewed(APPROVED, COMPANY)).toMatchObject({ ok: true, value: { state: 'APPROVED', verified } });
});

test('verifies with documents of one person alone', () =>
  expectEveryRow(
    [
      [
        'a CPF as the number',
        { dob: '1970-11-14', idDocs: [{ number: '40442820135' }] },
        ['40442820135', '1970-11-14'],
      ],
      ['a CPF of the taxpayer', { tin: '404.428.201-35' }, ['40442820135', undefined]],
      [
        'documents of two persons',
        { idDocs: [{ number: '40442820135' }, { number: '63017285995' }] },
        [undefined, undefined],
      ],
      ['two birth dates', { dob: '1970-11-14', idDocs: [{ dob: '1980-01-01' }] }, [undefined, undefined]],
      ['nothing', undefined, [undefined, undefined]],
    ] as const,
    ([what]) => what,
    async ([, info, verified]) => {
      Object.assign(world.server.books, { info });
      const said = await reviewed(APPROVED);
      expect(said.ok && [said.value.verified?.document, said.value.verified?.birthDate]).toEqual(verified);
    },
  ));

test('reads each documented status', () =>
  expectEveryRow(
    [
      ...(['pending', 'queued', 'prechecked', 'awaitingService', 'awaitingUser'] as const).map(
        (reviewStatus) => [{ reviewStatus }, { state: 'IN_PROGRESS', providerStatus: reviewStatus }] as const,
      ),
      [{ reviewStatus: 'onHold' }, { state: 'IN_REVIEW' }] as const,
      [rejected('FORGERY', 'FINAL'), { state: 'REJECTED', providerStatus: 'completed RED FINAL' }] as const,
    ],
    ([review]) => JSON.stringify(review),
    async ([review, value]) => expect(await reviewed(review)).toMatchObject({ ok: true, value }),
  ));

test('takes a completed review without an answer for no state', async () => {
  expect(await reviewed({ reviewStatus: 'completed' })).toMatchObject({ kind: 'UNAVAILABLE', code: 'PROTOCOL' });
});

test('reports the reason of a rejection, and if another attempt is allowed', () =>
  expectEveryRow(
    [
      ['SANCTIONS', 'SANCTIONS'],
      ['PEP', 'PEP'],
      ['DUPLICATE', 'DUPLICATE'],
      ['AGE_REQUIREMENT_MISMATCH', 'UNDERAGE'],
      ['SELFIE_MISMATCH', 'FACE_MISMATCH'],
      ['FRAUDULENT_LIVENESS', 'LIVENESS'],
      ['FORGERY', 'DOC_FORGED'],
      ['DB_DATA_MISMATCH', 'DATA_MISMATCH'],
      ['UNSATISFACTORY_PHOTOS', 'DOC_UNREADABLE'],
      ['SPAM', 'OTHER'],
    ] as const,
    ([label]) => label,
    async ([label, code]) => {
      const rejection = (retryAllowed: boolean) => ({ ok: true, value: { rejection: { code, retryAllowed } } });
      expect(await reviewed(rejected(label))).toMatchObject(rejection(true));
      expect(await reviewed(rejected(label, 'FINAL'))).toMatchObject(rejection(false));
    },
  ));

test('reports sanctions and exposed persons of a review that waits', async () => {
  const review = { ...rejected('SANCTIONS'), reviewStatus: 'onHold' };
  const screening = { sanctionsHit: true, pepHit: false };
  expect(await reviewed(review)).toMatchObject({ ok: true, value: { state: 'IN_REVIEW', screening } });
});

test('confirms an erasure once a person has removed the applicant', async () => {
  const { ref } = await world.start();
  expect(await world.provider.erase(world.call(), ref)).toMatchObject({ kind: 'REJECTED', code: 'UNSUPPORTED' });
  world.server.arm('FAIL_BEFORE', 'GET');
  expect(await world.provider.erase(world.call(), ref)).toMatchObject({ kind: 'UNAVAILABLE' });
  world.server.books.applicants.splice(0);
  expect(await world.provider.erase(world.call(), ref)).toEqual({ ok: true, value: null });
});

test('reads any answer without an error, and believes no other status', async () => {
  const values = fc.jsonValue({ maxDepth: 3 });
  const reviewStatus = fc.constantFrom('completed', 'init', 'moon', 'constructor');
  const reviewAnswer = fc.constantFrom('GREEN', 'RED', 'green', null);
  const review = fc.record({ reviewStatus, reviewResult: fc.record({ reviewAnswer }) });
  const applicant = fc.record({ id: fc.constant('a'), externalUserId: fc.constant('other'), review, info: values });
  await fc.assert(
    fc.asyncProperty(fc.oneof(values, applicant), async (body) => {
      for (const begin of ['GET', 'POST']) world.server.say(begin, JSON.stringify(body));
      const said = await world.provider.get(world.call(), 'a');
      if (said.ok && said.value.state === 'APPROVED') expect(body).toMatchObject({ review: APPROVED });
      expect((await world.start('own')).said).toMatchObject({ kind: 'UNKNOWN' });
    }),
    { numRuns: runsAtCost(5) },
  );
});

test('logs requests without secrets, ids and persons', async () => {
  const { ref, id } = await world.start();
  world.server.books.settle();
  await world.provider.get(world.call(), id);
  world.server.arm('EXPIRED_TOKEN', '', 9);
  const refused = await world.provider.find(world.call(), ref);
  const told = JSON.stringify([world.notes, refused]);
  const { appToken, secretKey } = world.server;
  for (const secret of [appToken, secretKey, ref, id, PERSON.document, 'Fulana']) expect(told).not.toContain(secret);
  expect(world.notes.map(({ method, path }) => `${method} ${path}`)).toEqual([
    ...['POST /resources/applicants', 'POST /resources/sdkIntegrations/levels/-/websdkLink'],
    ...['GET /resources/applicants/', 'GET /resources/applicants/'],
  ]);
});
