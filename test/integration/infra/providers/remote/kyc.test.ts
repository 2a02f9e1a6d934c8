import type { DeclaredToProvider } from '../../../../../commands/ports/kyc/kyc-provider';
import { manualClock } from '../../../../infra/providers/manual-clock';
import { mustSucceed } from '../../../../infra/providers/payout-contract';
import { closeServers } from './serving';
import { portsElsewhere } from './serving-sandbox';

afterEach(closeServers);

const DECLARED: DeclaredToProvider = {
  ...{ personType: 'PF', document: '40442820135', birthDate: '1970-11-14' },
  ...{ profile: { motherName: 'Maria', address: { city: 'Recife' } }, owners: [] },
};

const opened = async (document = DECLARED.document, scenario?: string) => {
  const clock = manualClock();
  const { kyc, registry, controls } = await portsElsewhere(clock);
  const context = { requestId: 'r', partnerId: 'p', mode: 'sandbox', deadlineMs: clock.now() + 86_400_000 } as const;
  const played = scenario === undefined ? {} : { scenario };
  const start = () => kyc.start(context, { ref: 'session-1', declared: { ...DECLARED, document }, ...played });
  return { clock, kyc, registry, controls, context, start };
};

test('a session starts once for a reference, ends, and says what the documents say', async () => {
  const { clock, kyc, context, start } = await opened();
  const first = mustSucceed(await start());
  expect(mustSucceed(await start()).providerSessionId).toBe(first.providerSessionId);
  clock.advance(5_000);
  const ended = mustSucceed(await kyc.get(context, first.providerSessionId));
  expect(ended).toMatchObject({
    state: 'APPROVED',
    verified: { document: DECLARED.document, birthDate: '1970-11-14' },
  });
  expect(mustSucceed(await kyc.find(context, 'session-1'))).toEqual([ended]);
  expect(mustSucceed(await kyc.find({ ...context, partnerId: 'q' }, 'session-1'))).toEqual([]);
});

test.each([
  ['63017285995', { state: 'REJECTED', rejection: { code: 'REGISTRY', retryAllowed: false } }],
  ['47893062592', { state: 'APPROVED', screening: { sanctionsHit: false, pepHit: true } }],
  ['98302514705', { state: 'APPROVED', screening: { sanctionsHit: true, pepHit: false } }],
])('a session of %s ends as it does beside the service', async (document, ending) => {
  const { clock, kyc, context, start } = await opened(document);
  const { providerSessionId } = mustSucceed(await start());
  clock.advance(5_000);
  expect(mustSucceed(await kyc.get(context, providerSessionId))).toMatchObject(ending);
});

test('what the provider answers to a start is told as it is', async () => {
  expect(await (await opened('47123586964')).start()).toMatchObject({ ok: false, kind: 'UNAVAILABLE' });
  expect(await (await opened(undefined, 'KYC_UNANSWERED')).start()).toMatchObject({ ok: false, kind: 'UNKNOWN' });
});

test('a session is opened again, and forgotten', async () => {
  const { kyc, context, start } = await opened();
  const { providerSessionId: id } = mustSucceed(await start());
  expect(mustSucceed(await kyc.reopen(context, id)).providerSessionId).toBe(id);
  expect(mustSucceed(await kyc.erase(context, 'session-1'))).toBeNull();
  expect(await kyc.get(context, id)).toMatchObject({ ok: false, kind: 'NOT_FOUND' });
  expect(mustSucceed(await kyc.health(context))).toBeNull();
});

test('the registry tells of documents, and of which it serves', async () => {
  const { registry, context } = await opened();
  const document = { type: 'CPF', number: '63017285995', country: 'BR' } as const;
  expect([registry.supports(document), registry.supports({ type: 'RUT', country: 'CL' })]).toEqual([true, false]);
  expect(mustSucceed(await registry.lookUp(context, document))).toEqual({
    ...{ ...document, status: 'SUSPENDED', name: 'TESTE 5995' },
  });
  const unknown = { ...document, number: '07691852312' };
  expect(await registry.lookUp(context, unknown)).toMatchObject({ ok: false, kind: 'NOT_FOUND' });
});

describe('the control calls', () => {
  test('decide a session, for a reason', async () => {
    const { kyc, controls, context, start } = await opened('91708635203');
    const { providerSessionId } = mustSucceed(await start());
    const key = { partnerId: 'p', providerSessionId };
    expect(await controls.decideSession({ ...key, partnerId: 'q' }, 'APPROVED')).toBe(false);
    expect(await controls.decideSession(key, 'REJECTED', 'LIVENESS')).toBe(true);
    const rejected = { state: 'REJECTED', rejection: { code: 'LIVENESS' } };
    expect(mustSucceed(await kyc.get(context, providerSessionId))).toMatchObject(rejected);
  });

  test('move the partner’s time on, and put it back with empty books', async () => {
    const { kyc, controls, context, start } = await opened();
    const { providerSessionId } = mustSucceed(await start());
    expect([await controls.advance('p', 5_000), await controls.advance('p', 1_000)]).toEqual([5_000, 6_000]);
    expect(mustSucceed(await kyc.get(context, providerSessionId)).state).toBe('APPROVED');
    await controls.reset('p');
    expect(await kyc.get(context, providerSessionId)).toMatchObject({ kind: 'NOT_FOUND' });
    expect(await controls.advance('p', 0)).toBe(0);
  });
});
