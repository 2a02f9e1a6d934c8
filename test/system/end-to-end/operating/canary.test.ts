import { randomBytes, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { SIMULATED_USD } from '../../../../infra/chains/simulated/network';
import { readRunFile } from '../../../../infra/run-file';
import { NO_LIMITS } from '../../../doubles/limits';
import { headerOf, keyOf } from '../../../http/sign';
import { descendantsOf } from '../support/descendants';
import { dumpDatabase } from '../support/dump';
import { openIntent, payIntent, registerApprovedUser } from '../support/pay';
import { type RunningProcess, runProgram, startProgram, temporaryDataDir } from '../support/run-service';

jest.setTimeout(360_000);

/** Text that nothing else could have written. */
const PLANTED = {
  externalUserId: 'canario.usuario@pessoa.example',
  payeeKey: 'canario.chave@pessoa.example',
  payeeName: 'CANARIO DOS SANTOS',
  taxId: '52998224725',
  verifiedTaxId: '73190482640',
  verifiedBirthDate: '1931-07-19',
  verifiedName: 'CANARIA VERIFICADA',
  payerTaxId: '28641739564',
  payerName: 'CANARIO PAGADOR',
  webhookHeader: 'canary-header-9c41fe07',
  idempotencyKey: 'canary-idempotency-key',
} as const;

const WALLET = '0x8ba1f109551bd432803012645ac136ddd64dba72';

interface Credentials {
  readonly partnerId: string;
  readonly apiKey: string;
  readonly hmacSecret: string;
  readonly webhookSecret: string;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly security?: readonly object[] }>>>>;
}

interface Seen {
  readonly status: number;
  readonly text: string;
}

/** The ids and credentials in answers that later requests need. */
interface Named {
  readonly apiKey: string;
  readonly sessionId: string;
  readonly userId: string;
  readonly token: string;
  readonly quoteId: string;
  readonly intentId: string;
}

const dataIn = ({ text }: Seen): Named => (JSON.parse(text) as { readonly data: Named }).data;

describe('secrets and personal data', () => {
  const { dataDir, remove } = temporaryDataDir();
  const environment = {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'debug',
    SANDBOX_SETTLE_MS: '100',
    RATE_LIMITS: JSON.stringify(NO_LIMITS),
    MASTER_KEY: randomBytes(32).toString('base64'),
    JWT_KEYS: `canary:${randomBytes(32).toString('base64url')}`,
  };
  let service: RunningProcess;
  let partner: Credentials;
  let issuedKey: string;
  let user: { readonly userId: string; readonly token: string };
  let ledgerLog = '';
  const refusals: Seen[] = [];

  const send = async (method: string, path: string, authorization: string, body?: object): Promise<Seen> => {
    const response = await fetch(`${service.url}${path}`, {
      method,
      headers: {
        authorization,
        'idempotency-key': `${PLANTED.idempotencyKey}-${randomUUID()}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const seen = { status: response.status, text: await response.text() };
    if (seen.status >= 400) refusals.push(seen);
    return seen;
  };

  const signed = (method: string, path: string, body?: object): string =>
    headerOf({
      ...{ partnerId: partner.partnerId, signingKey: keyOf(partner.hmacSecret, partner.partnerId) },
      ...{ method, path, timestamp: Math.floor(Date.now() / 1_000), nonce: randomUUID() },
      signedBody: body === undefined ? '' : JSON.stringify(body),
    });

  /** Everything that must stay out of sight; public chain identifiers are none of it. */
  const secrets = (): Readonly<Record<string, string>> => ({
    ...PLANTED,
    apiKey: partner.apiKey,
    issuedKey,
    hmacSecret: partner.hmacSecret,
    signingKey: keyOf(partner.hmacSecret, partner.partnerId),
    webhookSecret: partner.webhookSecret,
    token: user.token,
    tokenSignature: user.token.split('.')[2] ?? '',
  });
  /** As text, and as the hex in which bytes are dumped. */
  const shownIn = (text: string): readonly string[] =>
    Object.entries(secrets()).flatMap(([name, secret]) =>
      [secret, Buffer.from(secret).toString('hex')].some((written) => text.includes(written)) ? [name] : [],
    );

  const inDatabase = async <Value>(work: (client: Client, url: string) => Promise<Value>): Promise<Value> => {
    const connectionString = (await readRunFile(dataDir))?.databaseUrl ?? '';
    const client = new Client({ connectionString });
    await client.connect();
    try {
      return await work(client, connectionString);
    } finally {
      await client.end();
    }
  };

  /** Every partner and user route, with every credential, right and wrong, and a body and a path full of canaries. */
  const askEverything = async (): Promise<readonly number[]> => {
    const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as Document;
    const body = { ...PLANTED, uid: PLANTED.externalUserId, invoiceCode: PLANTED.payeeKey, pixKey: PLANTED.taxId };
    const statuses: number[] = [];
    for (const [template, operations] of Object.entries(document.paths)) {
      const path = template.replace(/\{\w+\}/g, encodeURIComponent(PLANTED.externalUserId));
      for (const [method, { security = [] }] of Object.entries(operations)) {
        if (security.length === 0) continue;
        const verb = method.toUpperCase();
        const sent = verb === 'POST' || verb === 'PATCH' || verb === 'PUT' ? body : undefined;
        const bearers = [partner.apiKey, `${partner.apiKey}0`, user.token, `${user.token}A`];
        const authorizations = [...bearers.map((bearer) => `Bearer ${bearer}`), signed(verb, path, sent)];
        for (const authorization of authorizations) statuses.push((await send(verb, path, authorization, sent)).status);
      }
    }
    return statuses;
  };

  /** A person verified by the simulated provider; the birth date goes no further than its books and the log. */
  const verifyPerson = async (): Promise<void> => {
    const sessions = '/api/v1/users/kyc/sessions';
    const person = {
      ...{ externalUserId: 'verified', documentNumber: PLANTED.verifiedTaxId, birthDate: PLANTED.verifiedBirthDate },
      ...{ fullName: PLANTED.verifiedName, motherName: PLANTED.verifiedName, email: 'canaria@pessoa.example' },
      isPoliticallyExposedPerson: false,
    };
    const key = `Bearer ${partner.apiKey}`;
    const { sessionId } = dataIn(await send('POST', `${sessions}/natural-person`, key, person));
    await send('POST', `/api/v1/sandbox/kyc/sessions/${sessionId}/decide`, key, { decision: 'APPROVED' });
    const synced = await send('POST', `${sessions}/${sessionId}/sync`, key);
    expect(dataIn(synced)).toMatchObject({ sessionId, status: 'APPROVED' });
  };

  /** A cash-in whose payer has a tax id of its own, and pays. */
  const payCashin = async (): Promise<void> => {
    const key = `Bearer ${partner.apiKey}`;
    const who = { externalUserId: 'payer', pubkey: WALLET, blockchain: 'simulated' };
    const { userId } = dataIn(await send('POST', '/api/v1/users', key, who));
    await send('PATCH', `/api/v1/users/${userId}/kyc`, key, { kycStatus: 'APPROVED' });
    const { token } = dataIn(await send('POST', '/api/v1/auth/token', key, { uid: userId }));
    const asPayer = `Bearer ${token}`;
    const asked = await send('POST', '/api/v1/cashin/quote', asPayer, { assetId: SIMULATED_USD, amount: 150 });
    const { quoteId } = dataIn(asked);
    const customer = { name: PLANTED.payerName, taxID: PLANTED.payerTaxId };
    const opened = await send('POST', '/api/v1/cashin/intent', asPayer, { quoteId, customer });
    const { intentId } = dataIn(opened);
    expect((await send('POST', `/api/v1/sandbox/charges/${intentId}/pay`, key, {})).status).toBe(200);
  };

  beforeAll(async () => {
    service = await startProgram('start', environment);
    const created = await runProgram('ledger', ['partner', 'create', '--name', 'Canary', '--json'], environment);
    partner = JSON.parse(created.stdout) as Credentials;
    ledgerLog = created.stderr;
    user = await registerApprovedUser(service, partner.apiKey, PLANTED.externalUserId);
    issuedKey = '';
    const issued = await send('POST', '/api/v1/partners/me/api-keys', signed('POST', '/api/v1/partners/me/api-keys'));
    issuedKey = dataIn(issued).apiKey;
    const configured = await send('POST', '/api/v1/partners/me/webhook-config', `Bearer ${issuedKey}`, {
      url: 'https://canary-receiver.example/hook',
      headers: { 'X-Canary': PLANTED.webhookHeader },
    });
    expect([issued.status, configured.status]).toEqual([201, 200]);
    const payees = [PLANTED.payeeKey, PLANTED.taxId].map((key) => ({ key, name: PLANTED.payeeName }));
    for (const payee of payees) await payIntent(service, user.token, await openIntent(service, user.token, payee));
    await verifyPerson();
    await payCashin();
  });
  afterAll(async () => {
    await service.stop();
    remove();
  });

  test('are in no refusal, on any route and for any caller', async () => {
    const statuses = await askEverything();
    expect(new Set(statuses.filter((status) => status >= 500))).toEqual(new Set());
    for (const status of [400, 401, 404]) expect(statuses).toContain(status);
    expect(refusals.flatMap(({ text }) => shownIn(text))).toEqual([]);
  });

  test.each([
    'lastro.users',
    'lastro.partners',
    'lastro.webhook_destinations',
  ])('are in no failure while %s is broken', async (table) => {
    const name = table.split('.')[1] ?? '';
    await inDatabase((client) => client.query(`ALTER TABLE ${table} RENAME TO ${name}_broken`));
    try {
      expect(await askEverything()).toContain(500);
    } finally {
      await inDatabase((client) => client.query(`ALTER TABLE ${table}_broken RENAME TO ${name}`));
    }
    expect(refusals.flatMap(({ text }) => shownIn(text))).toEqual([]);
    expect(refusals.filter(({ text }) => /lastro\.|vault\.|relation|select /i.test(text))).toEqual([]);
  });

  test('are in no line of any log, even at the most detailed level', () => {
    const log = `${ledgerLog}\n${service.stderr()}`;
    expect(log).toContain('a request failed');
    expect(shownIn(log)).toEqual([]);
  });

  const isLinux = process.platform === 'linux';
  if (!isLinux) process.stderr.write('*** Not Linux: the environment of started processes is NOT TESTED ***\n');
  const onLinux = isLinux ? test : test.skip;

  onLinux('are in the environment of no process that the service starts', () => {
    const started = descendantsOf(service.child.pid ?? 0);
    const commands = started.map(({ command }) => command).join('\n');
    for (const program of ['postgres', 'anvil']) expect(commands).toContain(program);
    const names = started.flatMap(({ environment: given }) => given.map((entry) => entry.split('=', 1)[0] ?? ''));
    // PGDATA: PostgreSQL's own; the others are a shell's.
    const allowed = ['PATH', 'LC_ALL', 'TZ', 'PGDATA', 'PWD', 'OLDPWD', 'SHLVL', '_'];
    expect([...new Set(names)].filter((name) => !allowed.includes(name))).toEqual([]);
  });

  test('are in no table in plain text', async () => {
    const everything = await inDatabase(async (_client, url) => dumpDatabase(url));
    expect(everything).toContain(user.userId);
    for (const type of ['CashoutCompleted', 'KycSessionStarted', 'CashinIntentCreated'])
      expect(everything).toContain(type);
    expect(shownIn(everything)).toEqual([]);
  });
});
