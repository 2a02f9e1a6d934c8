import { openIntent, payIntent, registerApprovedUser } from '../support/pay';
import {
  ask,
  demoKeyOf,
  type RunningProcess,
  runProgram,
  startProgram,
  temporaryDataDir,
} from '../support/run-service';

jest.setTimeout(360_000);

const { dataDir, remove } = temporaryDataDir();
const environment = { DATA_DIR: dataDir, SANDBOX_SETTLE_MS: '100', PAYOUT_ATTEMPT_DELAYS_MS: '200,200' };
const EXTERNAL_ID = 'maria.canario@pessoa.example';
/** The sandbox answers the first payment to this key with too many requests. */
const RATE_LIMITED_KEY = '00000000-0000-4000-8000-000000000006';
const byAna = ['--actor', 'ana', '--reason', 'documents seen'];

let service: RunningProcess;
let partnerId: string;
let userId: string;
let token: string;

const ledger = (...words: readonly string[]) => runProgram('ledger', [...words, '--json'], environment);
const answerOf = async <Answer>(...words: readonly string[]): Promise<Answer> => {
  const { code, stdout, stderr } = await ledger(...words);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as Answer;
};

interface Listed {
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly nextCursor: string | null;
}
interface Audited {
  readonly type: string;
  readonly actor_id: string;
  readonly reason: string | null;
  readonly deposit_id: string | null;
}

beforeAll(async () => {
  service = await startProgram('start', environment);
  ({ userId, token } = await registerApprovedUser(service, demoKeyOf(service), EXTERNAL_ID));
  const [, registered] = await answerOf<{ partner_id: string }[]>('audit', userId);
  partnerId = registered?.partner_id ?? '';
});
afterAll(async () => {
  await service.stop();
  remove();
});

test('a payment that the bank refuses as one too many completes at the next attempt', async () => {
  const intent = await openIntent(service, token, { key: RATE_LIMITED_KEY, name: 'LOJA' });
  await payIntent(service, token, intent);
  const events = await answerOf<Audited[]>('audit', intent.intentId);
  const types = events.map(({ type }) => type);
  expect(types.filter((type) => type === 'PayoutRejected')).toHaveLength(1);
  expect(types.filter((type) => type === 'PayoutDispatched')).toHaveLength(2);
  expect(types.indexOf('KycStatusChanged')).toBeLessThan(types.indexOf('CashoutIntentCreated'));
  expect(types).toContain('KycStatusChanged');

  const [, txHash = ''] = events.find(({ type }) => type === 'DepositObserved')?.deposit_id?.split(':') ?? [];
  for (const [text, kind, by] of [
    [intent.intentId.slice(0, 20), 'intent', 'id'],
    [txHash, 'deposit', 'transaction'],
    [txHash, 'intent', 'transaction'],
    [txHash.toUpperCase().replace('0X', '0x').slice(0, 30), 'deposit', 'transaction'],
    [`local:${txHash}`, 'deposit', 'id'],
  ] as const) {
    const { items } = await answerOf<Listed>('search', text);
    expect(items).toContainEqual(expect.objectContaining({ kind, by }));
  }
});

test('shows who changed the KYC status, when and why, by the user’s id', async () => {
  await answerOf('user', 'kyc', userId, 'REJECTED', ...byAna);
  const events = await answerOf<Audited[]>('audit', userId);
  expect(events.at(-1)).toMatchObject({ type: 'KycStatusChanged', actor_id: 'ana', reason: 'documents seen' });
  const shown = await answerOf<Record<string, unknown>>('user', 'show', userId);
  expect(shown).toMatchObject({ userId, kycStatus: 'REJECTED', externalUserId: '***', isErased: false });
  const explained = await answerOf<{ because: string }>('explain', userId);
  expect(explained).toMatchObject({
    status: 'ACTIVE',
    because: expect.stringContaining('by operator:ana (documents seen)'),
  });
  expect(shown['kycDecision']).toMatchObject({ status: 'REJECTED', by: 'operator:ana', reason: 'documents seen' });
});

test('shows partners and their users, and the history of a partner', async () => {
  const created = await answerOf<{ partnerId: string }>('partner', 'create', '--name', 'Acme', ...byAna);
  const first = await answerOf<Listed>('partner', 'list', '--limit', '1');
  expect(first.items).toEqual([expect.objectContaining({ partnerId: created.partnerId, name: 'Acme' })]);
  const rest = await answerOf<Listed>('partner', 'list', '--cursor', String(first.nextCursor));
  expect(rest.items.map((item) => item['partnerId'])).toContain(partnerId);
  expect(rest.nextCursor).toBeNull();
  const shown = await answerOf<Record<string, unknown>>('partner', 'show', created.partnerId);
  expect(shown).toMatchObject({ name: 'Acme', status: 'ACTIVE', feeMarkupBasisPoints: 0 });
  expect(JSON.stringify(shown)).not.toContain('sk_live');
  expect((await answerOf<Audited[]>('audit', created.partnerId))[0]).toMatchObject({ type: 'PartnerOnboarded' });

  const users = await answerOf<Listed>('user', 'list', partnerId);
  expect(users.items).toEqual([expect.objectContaining({ userId, externalUserId: '***', mode: 'sandbox' })]);
  expect((await answerOf<Listed>('user', 'list', partnerId, '--mode', 'live')).items).toEqual([]);
});

test('finds a user by external id and wallet, and shows nothing sealed', async () => {
  const wallet = '0x8ba1f109551bD432803012645Ac136ddd64DBA72';
  const body = { externalUserId: 'joao', pubkey: wallet, blockchain: 'local' };
  const registered = await ask<{ userId: string }>(`${service.url}/api/v1/users`, { token: demoKeyOf(service), body });
  const joao = registered.body.data.userId;
  for (const [text, by, id] of [
    [EXTERNAL_ID, 'external id', userId],
    [wallet.toLowerCase(), 'wallet', joao],
    [joao, 'id', joao],
    [`user-${joao.slice(0, 13)}`, 'id', joao],
  ] as const) {
    const { stdout } = await ledger('search', text);
    expect((JSON.parse(stdout) as Listed).items).toEqual([expect.objectContaining({ kind: 'user', id, by })]);
    expect(stdout).not.toContain(EXTERNAL_ID);
  }
  expect((await answerOf<Listed>('search', 'joao', '--partner', partnerId)).items).toHaveLength(1);
});

test('shows sealed data to an operator with a reason, and records it', async () => {
  const refused = await ledger('user', 'show', userId, '--reveal');
  expect([refused.code, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toContain('needs --actor and --reason');
  const shown = await answerOf<{ externalUserId: string }>('user', 'show', userId, '--reveal', ...byAna);
  expect(shown.externalUserId).toBe(EXTERNAL_ID);
  const opened = (await answerOf<Audited[]>('audit', userId)).filter(({ type }) => type === 'PersonalDataOpened');
  expect(opened).toEqual([expect.objectContaining({ actor_id: 'ana', reason: 'documents seen' })]);
});

test.each([
  ['audit nothing', 'No events about nothing'],
  ['audit local --after nothing', 'No event has the id of --after'],
  ['partner list --limit 0', 'The number must be from 1 to 200'],
  ['partner list --cursor p1', 'The list has no entry with the id of --cursor'],
  ['user show u1 --reveal --actor ana --reason why', 'USER_NOT_FOUND: No such user'],
  ['search zzzzz', 'No entry matches zzzzz'],
])('ledger %s fails with the reason', async (words, why) => {
  const { code, stdout, stderr } = await ledger(...words.split(' '));
  expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining(why)]);
});
