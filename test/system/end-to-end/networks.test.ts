import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Anvil, anvil } from '../../stores/anvil';
import { openIntent, registerApprovedUser } from './support/pay';
import { ask, askOnce, demoKeyOf, runProgram, startProgram, temporaryDataDir } from './support/run-service';

jest.setTimeout(300_000);

interface Ready {
  readonly checks: Readonly<Record<string, { readonly ok: boolean; readonly detail: string }>>;
}

describe('a networks file', () => {
  const { dataDir, remove } = temporaryDataDir();
  const file = path.join(path.dirname(dataDir), 'networks.json');
  let chain: Anvil;

  const network = (changes: object = {}) => ({
    name: 'polygon',
    family: 'evm',
    chainId: 137,
    mode: 'sandbox',
    rpcUrls: [chain.url],
    receiver: '0x00000000000000000000000000000000000c0ffe',
    finality: 'finalized',
    pollIntervalMs: 200,
    ...changes,
  });
  const write = (...networks: object[]) => writeFileSync(file, JSON.stringify({ networks }));

  beforeAll(async () => {
    chain = await anvil();
  });
  afterAll(async () => {
    await chain.stop();
    remove();
  });

  test('refuses to start before it makes a database when no reader can watch a network', async () => {
    write(network(), network({ name: 'elsewhere', rpcUrls: ['wss://node.example/k3y'], watchNative: true }));
    const { code, stderr } = await runProgram('start', [], { DATA_DIR: dataDir, NETWORKS_FILE: file });
    expect([code, stderr]).toEqual([1, expect.stringContaining('elsewhere: rpcUrls[0]: the scheme must be one of')]);
    expect(stderr).not.toContain('k3y');
    expect(existsSync(dataDir)).toBe(false);
  });

  test('does not watch a network whose node serves another chain, and readiness reports this', async () => {
    write(network());
    const service = await startProgram('start', { DATA_DIR: dataDir, NETWORKS_FILE: file });
    const ready = await waitForDetail(service.url, 'network:polygon', /31337/).finally(service.stop);
    expect([ready.status, ready.checks['network:polygon']?.ok]).toEqual([503, false]);
    expect(service.stdout()).not.toContain('local, in memory');
  });

  test('starts the local chain for sandbox credentials when all its networks are live', async () => {
    write(network({ mode: 'live' }));
    const service = await startProgram('start', { DATA_DIR: dataDir, NETWORKS_FILE: file, REGULATORY_ROLE: 'none' });
    const { body } = await ask<{ networks: object[] }>(`${service.url}/api/v1/accepted-cryptos`);
    await service.stop();
    expect(service.stdout()).toContain('local, in memory');
    expect(body.data.networks).toMatchObject([
      { name: 'polygon', mode: 'live' },
      { name: 'simulated', mode: 'sandbox' },
      { name: 'local', mode: 'sandbox' },
      { name: 'local-solana', mode: 'sandbox' },
    ]);
  });
});

describe('a receiver that open intents name', () => {
  const { dataDir, remove } = temporaryDataDir();
  const file = path.join(path.dirname(dataDir), 'networks.json');
  const [OLD, NEW] = ['0x00000000000000000000000000000000000c0ffe', '0x000000000000000000000000000000000000cafe'];
  const POL = 301;
  let polygon: Anvil;

  const environment = { DATA_DIR: dataDir, NETWORKS_FILE: file };
  const write = (...receivers: readonly string[]) => {
    const network = { name: 'polygon', family: 'evm', chainId: 137, mode: 'sandbox', rpcUrls: [polygon.url] };
    writeFileSync(
      file,
      JSON.stringify({ networks: [{ ...network, receivers, finality: 'finalized', pollIntervalMs: 200 }] }),
    );
  };

  beforeAll(async () => {
    polygon = await anvil({ chainId: 137 });
  });
  afterAll(async () => {
    await polygon.stop();
    remove();
  });

  test('may follow a new receiver in the list, and cannot be removed', async () => {
    write(OLD);
    const service = await startProgram('start', environment);
    await waitForDetail(service.url, 'network:polygon', /watching/);
    const { token } = await registerApprovedUser(service, demoKeyOf(service), 'user-1');
    const payee = { key: 'payee@loja.example', name: 'LOJA' };
    expect(await openIntent(service, token, payee, POL)).toMatchObject({ receiver: OLD });
    await service.stop();

    write(NEW);
    const { code, stderr } = await runProgram('start', [], environment);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`${OLD} is missing, but 1 open intents use it`)]);

    write(NEW, OLD);
    const again = await startProgram('start', environment);
    const next = await openIntent(again, token, payee, POL).finally(() => again.stop());
    expect(next).toMatchObject({ receiver: NEW });
  });
});

/** Asks until the watcher has said what it thinks; it asks its node first. */
const waitForDetail = async (url: string, check: string, detail: RegExp) => {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const { status, body } = await askOnce<Ready>(`${url}/health/ready`);
    const { checks } = status === 200 ? body.data : (body as unknown as Ready);
    if (detail.test(checks[check]?.detail ?? '')) return { status, checks };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${check} never said ${String(detail)}`);
};
