import { readRunFile } from '../../../../infra/run-file';
import { dumpDatabase } from '../support/dump';
import { openIntent, payIntent, registerApprovedUser } from '../support/pay';
import { demoKeyOf, type RunningProcess, runProgram, startProgram, temporaryDataDir } from '../support/run-service';

jest.setTimeout(360_000);

const EXTERNAL_ID = 'maria.canario@pessoa.example';
const PAYEE = { key: 'canario.payee@pessoa.example', name: 'CANARIO DA SILVA' };
const CANARIES = [EXTERNAL_ID, PAYEE.key, PAYEE.name];

describe('the erasure of a person', () => {
  const { dataDir, remove } = temporaryDataDir();
  const environment = { DATA_DIR: dataDir, LOG_LEVEL: 'debug', SANDBOX_SETTLE_MS: '100' };
  let service: RunningProcess;
  let userId: string;
  let intentId: string;

  const ledger = (...words: readonly string[]) => runProgram('ledger', [...words, '--json'], environment);
  const dump = async () => dumpDatabase((await readRunFile(dataDir))?.databaseUrl ?? '');

  beforeAll(async () => {
    service = await startProgram('start', environment);
    const user = await registerApprovedUser(service, demoKeyOf(service), EXTERNAL_ID);
    userId = user.userId;
    const intent = await openIntent(service, user.token, PAYEE);
    intentId = intent.intentId;
    await payIntent(service, user.token, intent);
  });
  afterAll(async () => {
    await service.stop();
    remove();
  });

  test('is not necessary to keep stores and log free of personal data in plain text', async () => {
    const everything = `${await dump()}\n${service.stderr()}`;
    expect(everything).toContain(intentId);
    expect(CANARIES.filter((canary) => everything.includes(canary))).toEqual([]);
  });

  test('destroys the key and the look-ups, and leaves no readable value', async () => {
    const keyRow = new RegExp(`\\(${userId},.*\\\\x[0-9a-f]{40,}`);
    expect(await dump()).toMatch(keyRow);
    const erased = await ledger('subject', 'erase', userId, '--reason', 'asked for it', '--actor', 'ana');
    expect(JSON.parse(erased.stdout)).toMatchObject({ subjectId: userId });
    const after = await dump();
    expect(after).not.toMatch(keyRow);
    expect(CANARIES.filter((canary) => after.includes(canary))).toEqual([]);
    expect(after).toContain('asked for it');
  });

  test('keeps every stream readable, every proof in place, and every read model rebuildable', async () => {
    const audited = await ledger('audit', intentId);
    const types = (JSON.parse(audited.stdout) as readonly { readonly type: string }[]).map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(['QuoteIssued', 'CashoutIntentCreated', 'CashoutCompleted']));
    expect(JSON.parse((await ledger('explain', intentId)).stdout)).toMatchObject({ status: 'COMPLETED' });
    for (const projection of ['accounts', 'cashout-intents', 'audit-trail']) {
      expect(JSON.parse((await ledger('rebuild', projection)).stdout)).toMatchObject({ outcome: 'swapped' });
    }
  });
});
