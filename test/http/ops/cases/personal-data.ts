import request from 'supertest';
import openapi from '../../../../src/http/generated/ops-openapi.json';
import type { OpsTimeline } from '../../../../src/http/ops/payments/timeline.dto';
import type { OpsOpened, OpsPersonalField } from '../../../../src/http/ops/personal-data/open.dto';
import { expectInvalid, expectProblem } from '../../expect-problem';
import { documentOf, jsonOf } from '../../public/document';
import { workOff } from '../../user/pay-on-chain';
import type { Partner, User } from '../../world';
import { cashoutTo, chargedCashin, knownUser } from '../known-user';
import { type OpsWorld, sharedOpsWorld } from '../ops-world';

const { api, faultsOf, operations } = documentOf(openapi);

const EXTERNAL_ID = 'canary-external';
const PAYEE = 'canary-payee@exemplo.com';

let ops: OpsWorld;
let partner: Partner;
let user: User;
let cashout: string;
let cashin: string;

beforeAll(async () => {
  ops = await sharedOpsWorld();
  ({ partner, user } = await knownUser(ops.world, EXTERNAL_ID));
  cashout = await cashoutTo(ops.world, user, PAYEE, null);
  cashin = await chargedCashin(ops.world, user);
});

const auditor = () => ({ Authorization: `Bearer ${ops.people.auditor.operatorKey}` });

interface Asking {
  readonly field?: OpsPersonalField;
  readonly paymentId?: string;
  readonly of?: string;
  readonly reason?: string;
}

const open = (asking: Asking = {}, key: string = ops.world.deps.ids.uuid()) =>
  request(ops.app)
    .post('/ops/v1/personal-data/open')
    .set({ ...auditor(), 'Idempotency-Key': key })
    .send({ of: user.userId, field: 'EXTERNAL_ID', reason: 'a court order', ...asking });

const opened = async (asking: Asking): Promise<OpsOpened> => (await open(asking)).body.data;

describe('an opening', () => {
  it('shows one value, and is recorded in the timeline of its payment', async () => {
    const answer = await open({ field: 'PAYEE', paymentId: cashout });
    const schema = jsonOf(api.paths['/ops/v1/personal-data/open']!['post']!.responses['200']!)?.schema;
    expect(faultsOf(schema!, answer.body)).toEqual([]);
    expect(answer.body.data).toMatchObject({ field: 'PAYEE', value: PAYEE, isRepetition: false });
    expect(answer.headers['cache-control']).toContain('no-store');
    await workOff(ops.world);
    const path = `/ops/v1/payments/${cashout}/timeline?order=newest`;
    const { data } = (await request(ops.app).get(path).set(auditor())).body as OpsTimeline;
    expect(data.find(({ type }) => type === 'PersonalDataOpened')).toMatchObject({
      ...{ actor: { kind: 'operator', id: 'the-auditor' }, reason: 'a court order' },
      data: { fields: ['payee'], intentId: cashout, reason: 'a court order' },
    });
  });

  it('opens the external id and the payer, and no value that was never given', async () => {
    expect((await opened({})).value).toBe(EXTERNAL_ID);
    expect((await opened({ field: 'PAYER', paymentId: cashin })).value).toMatch(/\d{11}/);
    const none = { value: null, position: null };
    expect(await opened({ field: 'DOCUMENT' })).toMatchObject(none);
    expect(await opened({ field: 'PAYER', paymentId: cashout })).toMatchObject(none);
    expect(await opened({ field: 'PAYEE' })).toMatchObject(none);
  });

  it('runs once per key, and shows the value once', async () => {
    const first = await open({}, 'a-key');
    const again = await open({}, 'a-key');
    expect([first.body.data.value, first.body.data.isRepetition]).toEqual([EXTERNAL_ID, false]);
    expect(again.body.data).toEqual({ ...first.body.data, value: null, isRepetition: true });
    expectProblem(await open({ reason: 'another one' }, 'a-key'), 422, 'IDEMPOTENCY_KEY_REUSED');
  });

  it('is refused without a reason, for a stranger, and for a foreign payment', async () => {
    for (const reason of ['', '   ', 'ab', ' ab ', 'x'.repeat(501)]) expectInvalid(await open({ reason }), ['reason']);
    expectInvalid(await open({ field: 'SECRET' as OpsPersonalField }), ['field']);
    const keyless = request(ops.app).post('/ops/v1/personal-data/open').set(auditor());
    const body = { of: user.userId, field: 'EXTERNAL_ID', reason: 'a court order' };
    expectInvalid(await keyless.send(body), ['Idempotency-Key']);
    expectProblem(await open({ of: 'nobody' }), 404, 'USER_NOT_FOUND');
    const other = await ops.world.user(partner);
    expectProblem(await open({ of: other.userId, paymentId: cashout }), 404, 'INTENT_NOT_FOUND');
    expectProblem(await open({ paymentId: 'nothing' }), 404, 'INTENT_NOT_FOUND');
  });
});

test('answers no read with sealed data', async () => {
  await workOff(ops.world);
  const reads = operations.filter(({ method }) => method === 'get');
  expect(reads.length).toBeGreaterThan(6);
  const queries: Readonly<Record<string, readonly string[]>> = {
    '/ops/v1/payments': ['?mode=sandbox'],
    '/ops/v1/users': [`?partner=${partner.partnerId}`],
    '/ops/v1/search': [`?q=${EXTERNAL_ID}`, `?q=${cashout}`],
    '/ops/v1/live': [`?after=-1&about=${cashout}`],
  };
  const ids = [cashout, cashin, user.userId, partner.partnerId];
  for (const { path } of reads) {
    const isOfOne = path.includes('{');
    for (const id of isOfOne ? ids : [''])
      for (const query of queries[path] ?? (path.includes('payments') ? ['', '?at=99999999999999999999'] : [''])) {
        const { text } = await request(ops.app)
          .get(path.replace(/\{\w+\}/, id) + query)
          .set(auditor());
        const found = [EXTERNAL_ID, PAYEE, 'Maria da Silva', '52998224725', 'maria@exemplo.com'].filter((canary) =>
          text.includes(canary),
        );
        expect([path, found]).toEqual([path, []]);
        expect(text).not.toMatch(/"(box|commitment)":/);
      }
  }
});
