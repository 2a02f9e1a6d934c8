import { createHash } from 'node:crypto';
import { dayInBrasilia } from '../../../../aggregates/brasilia-day';
import type { OpsEvent } from '../../../../src/http/ops/payments/timeline.dto';
import { expectInvalid, expectProblem } from '../../expect-problem';
import { workOff } from '../../user/pay-on-chain';
import type { Partner } from '../../world';
import { askingOf, byKey } from '../asking';
import { cashoutTo, knownUser } from '../known-user';
import { type OpsWorld, OWN_PAGE, sharedOpsWorld } from '../ops-world';

const CANARIES = ['canary-17', 'canary-payee@exemplo.com'];
const REASON = 'reason=asked by the regulator';

let ops: OpsWorld;
let partner: Partner;
let paymentId: string;
let month: string;

beforeAll(async () => {
  ops = await sharedOpsWorld();
  const known = await knownUser(ops.world, 'canary-17');
  partner = known.partner;
  paymentId = await cashoutTo(ops.world, known.user, 'canary-payee@exemplo.com', `0x${'e7'.repeat(32)}`);
  await workOff(ops.world);
  await ops.world.pool.query(
    `INSERT INTO lastro.named_checkpoints (projection, position_commit, position_prepare)
      VALUES ('audit-trail', $1, $1) ON CONFLICT (projection) DO UPDATE SET position_commit = $1`,
    [`${(await ops.ops.head()).commit}`],
  );
  month = dayInBrasilia(ops.world.deps.clock.now()).slice(0, 7);
});

const { get } = askingOf(() => ops);
const auditor = () => byKey(ops.people.auditor);
const file = async (path: string) => {
  const answer = await get(`exports/${path}&${REASON}`, auditor());
  expect([answer.status, answer.text]).toEqual([200, expect.stringMatching(/\r\n$/)]);
  return answer;
};
const linesOf = (text: string): readonly string[] => text.split('\r\n').slice(1, -1);
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Newest first. */
const recorded = async (): Promise<readonly OpsEvent[]> => {
  await workOff(ops.world);
  return (await get('access?operator=the-auditor&limit=2')).body.data;
};

describe('an export of events', () => {
  it('has the same bytes for a position, and two events name rows and hash', async () => {
    const to = `${(await ops.ops.head()).commit}`;
    const first = await file(`audit.csv?to=${to}`);
    const [ended, started] = await recorded();
    expect(started).toMatchObject({ type: 'DataExportStarted', data: { file: 'AUDIT', upTo: to } });
    expect(ended).toMatchObject({
      ...{ type: 'DataExported', reason: 'asked by the regulator' },
      data: { upTo: to, rows: linesOf(first.text).length, fileHash: sha256(first.text) },
    });
    expect(first.headers['content-disposition']).toBe(`attachment; filename="audit-${to}.csv"`);
    expect((await file(`audit.csv?to=${to}`)).text).toBe(first.text);
    const earlier = await file(`audit.csv?to=${first.text.split('\r\n')[5]?.split(',')[0]}`);
    expect(first.text.startsWith(earlier.text)).toBe(true);
    expect(linesOf((await file('audit.csv?')).text).length).toBeGreaterThan(linesOf(first.text).length);
  });

  it('has no personal data', async () => {
    const { text } = await file('audit.csv?');
    expect(text).toContain(paymentId);
    for (const canary of [...CANARIES, '""box""']) expect(text).not.toContain(canary);
  });

  it('is refused without a reason, and after the end of the log', async () => {
    expectInvalid(await get('exports/audit.csv', auditor()), ['reason']);
    expectInvalid(await get('exports/audit.csv?reason=%20x%20', auditor()), ['reason']);
    expectInvalid(await get(`exports/audit.csv?${REASON}&to=99999999999`, auditor()), ['to']);
    expectInvalid(await get(`exports/audit.csv?${REASON}&to=-1`, auditor()), ['to']);
    expectProblem(await get(`exports/audit.csv?${REASON}`, byKey(ops.people.operator)), 403, 'ROLE_REQUIRED');
  });

  it('is refused to a session from another page, as it leaves an event', async () => {
    const Cookie = await ops.signIn(ops.people.auditor);
    const [last] = await recorded();
    for (const site of ['cross-site', 'same-site', 'none']) {
      const answer = await get(`exports/audit.csv?${REASON}`, { Cookie, 'Sec-Fetch-Site': site });
      expectProblem(answer, 403, 'OTHER_ORIGIN');
    }
    expect(await recorded()).toMatchObject([{ eventId: last?.eventId }, {}]);
    expect((await get(`exports/audit.csv?${REASON}`, { ...OWN_PAGE, Cookie })).status).toBe(200);
  });
});

describe('an export of payments', () => {
  it('has a line for a completion, with the amounts of its events', async () => {
    const { text } = await file(`payments.csv?month=${month}&partner=${partner.partnerId}`);
    const [names = '', ...lines] = text.trimEnd().split('\r\n');
    const row = Object.fromEntries(names.split(',').map((name, at) => [name, lines[0]?.split(',')[at]]));
    expect([lines.length, row]).toEqual([
      1,
      expect.objectContaining({
        ...{ fact: 'COMPLETED', id: paymentId, kind: 'CASHOUT', mode: partner.mode, partner_id: partner.partnerId },
        ...{ gross_brl: '31.00', payout_brl: '30.00', platform_fee_brl: '1.00', network_fee_brl: '0.00' },
        ...{ markup_brl: '0.00', returned_brl: '', refunded_brl: '', end_to_end_id: expect.stringMatching(/^sbx_E/) },
      }),
    ]);
    const [{ data } = { data: {} }] = await recorded();
    expect(data).toMatchObject({ file: 'PAYMENTS', month, partnerId: partner.partnerId, fileHash: sha256(text) });
  });

  it('has every partner without one, nothing in another month, and nothing after its position', async () => {
    expect((await file(`payments.csv?month=${month}`)).text).toContain(paymentId);
    expect(linesOf((await file('payments.csv?month=2020-01')).text)).toEqual([]);
    expect(linesOf((await file(`payments.csv?month=${month}&to=1`)).text)).toEqual([]);
    await file('audit.csv?');
    const beyond = `${(await ops.ops.head()).commit}`;
    expectInvalid(await get(`exports/payments.csv?${REASON}&month=${month}&to=${beyond}`, auditor()), ['to']);
    expectInvalid(await get(`exports/payments.csv?${REASON}&month=2026-13`, auditor()), ['month']);
    expectProblem(await get(`exports/payments.csv?${REASON}&month=${month}&partner=x`, auditor()), 404, 'NOT_FOUND');
  });
});
