import { lookUpDocument, verifyDocument } from '../../commands/look-up-document';
import { documentRegistriesOf } from '../../infra/providers/providers';
import { createSandboxRegistry } from '../../infra/providers/sandbox/test-documents';
import { asking, core } from '../core';

const SCOPE = { partnerId: 'p1', mode: 'sandbox' } as const;
const cpf = (number: string) => ({ ...SCOPE, document: { type: 'CPF', number, country: 'BR' } as const });
const foreign = { ...SCOPE, document: { type: 'DNI', number: '12345678', country: 'AR' } as const };

const world = (lookupsPerDay = 1_000) => {
  const deps = core();
  const registries = documentRegistriesOf([createSandboxRegistry()], deps.clock);
  return { ...deps, documentRegistries: registries, lookupsPerDay };
};

const recordedIn = async ({ eventStore }: ReturnType<typeof world>) => {
  const events = [];
  for await (const event of eventStore.readAll({ commit: -1n, prepare: -1n })) events.push(event);
  return events;
};

test('records a look-up as an event without the number of the document', async () => {
  const deps = world();
  expect(await lookUpDocument(deps)(cpf('40442820135'), asking())).toMatchObject({ status: 'REGULAR' });
  const [event] = await recordedIn(deps);
  expect(event).toMatchObject({ type: 'DocumentLookedUp', data: { documentType: 'CPF', purpose: 'LOOKUP' } });
  expect(JSON.stringify(event?.data)).not.toContain('40442820135');
});

test.each([
  ['07691852312', 'KYC_DOCUMENT_NOT_FOUND'],
  ['47123586964', 'PROVIDER_FAILURE'],
])('%s is %s', async (number, code) => {
  await expect(lookUpDocument(world())(cpf(number), asking())).rejects.toMatchObject({ rejection: { code } });
});

test('asks no registry beyond the quota until the next day', async () => {
  const deps = world(1);
  await lookUpDocument(deps)(cpf('40442820135'), asking('first'));
  const second = lookUpDocument(deps)(cpf('40442820135'), asking('second'));
  // At noon.
  await expect(second).rejects.toMatchObject({ retryAfterSeconds: 43_200 });
  expect(await recordedIn(deps)).toHaveLength(1);
  await lookUpDocument(deps)({ ...cpf('40442820135'), partnerId: 'p2' }, asking('another'));
  deps.clock.advance(43_200_000);
  await lookUpDocument(deps)(cpf('40442820135'), asking('tomorrow'));
});

test('refuses a look-up without a registry, and verifies only the form of a document', async () => {
  const deps = world();
  await expect(lookUpDocument(deps)(foreign, asking())).rejects.toMatchObject({
    rejection: { code: 'PROVIDER_NOT_CONFIGURED' },
  });
  const byForm = { valid: true, status: 'UNKNOWN', source: 'format' };
  expect(await verifyDocument(deps)({ ...foreign, hasForm: true }, asking())).toEqual(byForm);
  expect(await recordedIn(deps)).toEqual([]);
});

test('verifies a document by its status in the registry', async () => {
  const verified = (number: string) => verifyDocument(world())({ ...cpf(number), hasForm: true }, asking());
  expect(await verified('40442820135')).toEqual({ valid: true, status: 'REGULAR', source: 'sandbox' });
  expect(await verified('63017285995')).toEqual({ valid: false, status: 'SUSPENDED', source: 'sandbox' });
});
