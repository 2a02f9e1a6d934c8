import { pino } from 'pino';
import { alertRows } from '../../../../infra/alerts/alert-rows';
import { createPool } from '../../../../infra/postgres/pool';
import { createQuery } from '../../../../infra/postgres/query';
import { readRunFile } from '../../../../infra/run-file';
import { ask, type RunningProcess, runProgram, startProgram, temporaryDataDir } from '../support/run-service';

jest.setTimeout(360_000);

const { dataDir, remove } = temporaryDataDir();
const environment = { DATA_DIR: dataDir };
let service: RunningProcess;

beforeAll(async () => {
  service = await startProgram('start', environment);
});
afterAll(async () => {
  await service.stop();
  remove();
});

const ledger = (...words: readonly string[]) => runProgram('ledger', [...words, '--json'], environment);
const answerOf = async <Answer>(...words: readonly string[]): Promise<Answer> => {
  const { code, stdout, stderr } = await ledger(...words);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as Answer;
};
const keysAs = (token: string) => ask(`${service.url}/api/v1/partners/me/api-keys`, { token });
const byAna = ['--actor', 'ana', '--reason', 'contract of May'];

test('creates a partner, gives it keys and terms, and revokes it, while the service runs', async () => {
  const created = await answerOf<{ partnerId: string; apiKey: string }>('partner', 'create', '--name', 'Acme');
  const { partnerId } = created;
  const issued = await answerOf<{ keyId: string; apiKey: string }>('keys', 'issue', partnerId, '--name', 'two');
  expect((await keysAs(issued.apiKey)).status).toBe(200);
  await answerOf('keys', 'revoke', partnerId, issued.keyId, ...byAna);
  expect((await keysAs(issued.apiKey)).status).toBe(401);
  const listed = await answerOf<{ keyId: string; status: string }[]>('keys', 'list', partnerId);
  expect(listed.map(({ status }) => status).sort()).toEqual(['ACTIVE', 'REVOKED']);
  const rotated = await answerOf<{ hmacSecret: string }>('keys', 'rotate-hmac', partnerId, '--mode', 'live');
  expect(rotated.hmacSecret).toMatch(/^[0-9a-f]{64}$/);

  const terms = [
    '--ip-allowlist',
    '192.0.2.0/24,2001:db8::1',
    '--feature',
    'pegged-withdraw=on',
    '--requests-per-minute',
    '1',
  ];
  const cashin = ['--cashin-delivery', 'PARTNER', '--cashin-pix-key', '12345678909', '--cashin-pix-key-type', 'CPF'];
  expect(await answerOf('partner', 'set', partnerId, ...terms, ...cashin, '--fee-markup-bps', '50', ...byAna)).toEqual({
    partnerId,
    ipAllowlist: ['192.0.2.0/24', '2001:db8::1'],
    features: { 'pegged-withdraw': true },
    feeMarkupBasisPoints: 50,
    requestsPerMinute: 1,
    cashinDelivery: 'PARTNER',
    cashinPixKey: '***.***.***-09',
  });
  expect(await answerOf('partner', 'show', partnerId)).toMatchObject({
    cashinDelivery: 'PARTNER',
    cashinPixKey: '***.***.***-09',
  });
  expect(await keysAs(created.apiKey)).toMatchObject({ status: 403, body: { code: 'IP_NOT_ALLOWED' } });
  await answerOf('partner', 'set', partnerId, '--ip-allowlist', 'none');
  // Earlier requests of this minute count as well, so the first may be refused too.
  await keysAs(created.apiKey);
  expect((await keysAs(created.apiKey)).status).toBe(429);
  await answerOf('partner', 'set', partnerId, '--requests-per-minute', 'default');
  expect((await keysAs(created.apiKey)).status).toBe(200);
  await answerOf('partner', 'suspend', partnerId, ...byAna);
  expect(await keysAs(created.apiKey)).toMatchObject({ status: 403, body: { code: 'PARTNER_INACTIVE' } });
});

test('lists open alerts, and closes them for an operator with a reason', async () => {
  const running = await readRunFile(dataDir);
  const pool = createPool(running?.databaseUrl ?? '', pino({ level: 'silent' }));
  const rows = alertRows(createQuery(pool));
  const raisedAt = new Date().toISOString();
  const alert = { kind: 'gift-card-lost', subject: 'cashout-a', says: 'A gift card', severity: 0, facts: {}, raisedAt };
  await rows.raise([alert], 'test');
  await pool.end();
  const listed = { kind: 'gift-card-lost', subject: 'cashout-a', says: 'A gift card', openedAt: raisedAt };
  expect(await answerOf('alerts')).toMatchObject([listed]);
  expect((await runProgram('ledger', ['alerts'], environment)).stdout).toContain("gift-card-lost 'cashout-a'");
  const close = ['alerts', 'close', 'gift-card-lost', 'cashout-a'];
  expect(await ledger(...close)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('needs --actor and --reason'),
  });
  expect(await answerOf(...close, ...byAna)).toMatchObject({ kind: 'gift-card-lost', subject: 'cashout-a' });
  expect(await answerOf('alerts')).toEqual([]);
  expect(await ledger(...close, ...byAna)).toMatchObject({ code: 1, stderr: expect.stringContaining('No open alert') });
});

test('lists the networks with their heights and problems', async () => {
  const networks = await answerOf<Record<string, unknown>[]>('networks');
  expect(networks.map(({ network }) => network).sort()).toEqual(['local', 'local-solana', 'simulated']);
  const local = networks.find(({ network }) => network === 'local');
  expect(local).toMatchObject({ configured: true, mode: 'sandbox', questions: {}, unread: 0 });
  expect(Date.parse(String(local?.['lookedAt']))).toBeGreaterThan(0);
  expect(local?.['cursor']).toMatch(/^\d+$/);
});

test.each([
  ['partner set p1 --fee-markup-bps 10001', 'NOT_FOUND'],
  ['partner set p1 --ip-allowlist 10.0.0.0/33', 'VALIDATION_ERROR'],
  ['partner set p1 --feature pegged-withdraw', 'pegged-withdraw'],
  ['partner set p1 --cashin-pix-key-type CPF', 'needs --cashin-pix-key'],
  ['partner set p1 --cashin-pix-key 11900000083', 'add pixKeyType'],
  ['partner create --name=', 'The text is empty'],
  ['partner suspend p1 --actor=', 'The text is empty'],
  ['subject erase u1 --reason=', 'The text is empty'],
  ['keys list p1', 'NOT_FOUND: No such partner'],
  ['networks accept local --from 5', 'networks accept needs --actor and --reason'],
  ['networks accept local --from five --actor ana --reason fork', 'The value is not a height'],
  ['networks accept local --from 5 --actor ana --reason fork', 'WRONG_STATE: The final history of local is unchanged'],
  ['networks give-up-deposit local local:0xd1:0', 'networks give-up-deposit needs --actor and --reason'],
  ['networks give-up-deposit local local:0xd1:0 --actor ana --reason=', 'The text is empty'],
  [
    'networks give-up-deposit local local:0xd1:0 --actor ana --reason pruned',
    'WRONG_STATE: local has no deposit local:0xd1:0 that waits for its match',
  ],
  [
    'networks give-up-transaction local 0xd1 --actor ana --reason pruned',
    'WRONG_STATE: local has no unread transaction 0xd1',
  ],
  ['networks skip-gap local --to 5 --actor ana --reason gone', 'WRONG_STATE: local has no open gap to skip'],
  ['networks resume-asset local 9002 --actor ana --reason fine', 'WRONG_STATE: Asset 9002 of local is not halted'],
])('ledger %s fails with the reason', async (words, why) => {
  const { code, stdout, stderr } = await ledger(...words.split(' '));
  expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining(why)]);
});
