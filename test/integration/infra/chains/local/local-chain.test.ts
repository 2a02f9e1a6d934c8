import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { runnable } from '../../../../../infra/chains/local/anvil-binary';
import { startLocalChain } from '../../../../../infra/chains/local/local-chain';
import { silent } from '../../../../stores/anvil';

const options = { blockTimeSeconds: null, slotsInAnEpoch: 1, logger: silent };
const answers = (url: string): Promise<boolean> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}',
  }).then(
    (response) => response.ok,
    () => false,
  );

/** Starts a chain in a process of its own, which prints the chain's address and then lives on. */
const OWNER = `
  const { transformFileSync } = require('@swc/core');
  const options = { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } };
  require.extensions['.ts'] = (module, path) => module._compile(transformFileSync(path, options).code, path);
  const logger = { info: () => undefined, warn: () => undefined };
  require('./infra/chains/local/local-chain.ts')
    .startLocalChain({ blockTimeSeconds: null, slotsInAnEpoch: 1, logger })
    .then(({ url }) => console.log(url));
`;

describe('The local chain', () => {
  it('listens on loopback at a free port until its stop, which may be called twice', async () => {
    const [one, other] = await Promise.all([startLocalChain(options), startLocalChain({ ...options, chainId: 7 })]);
    expect(one.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(one.url).not.toBe(other.url);
    expect([one.chainId, other.chainId]).toEqual([31_337, 7]);
    expect(await answers(one.url)).toBe(true);
    await Promise.all([one.stop(), one.stop(), other.stop()]);
    await one.ended;
    expect(await answers(one.url)).toBe(false);
  });

  it('reports why it did not start', async () => {
    const taken = await startLocalChain(options);
    const port = Number(new URL(taken.url).port);
    await expect(startLocalChain({ ...options, port })).rejects.toThrow(/ended while starting: .+/);
    await taken.stop();
  });

  it('ends with the process that started it, even when that process is killed', async () => {
    const owner = spawn(process.execPath, ['-e', OWNER], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(createInterface({ input: owner.stdout }), 'line')) as [string];
    const connection = connect(Number(new URL(line).port), '127.0.0.1');
    await once(connection, 'connect');
    const closed = new Promise((resolve) => connection.once('close', resolve));
    connection.on('error', () => undefined);
    owner.kill('SIGKILL');
    await closed;
    expect(await answers(line)).toBe(false);
  });
});

describe("Anvil's program", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lastro-test-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('gets the execute bit that npm may have removed', () => {
    const path = join(folder, 'anvil');
    writeFileSync(path, '#!/bin/sh\n', { mode: 0o644 });
    expect(runnable(path).path).toBe(path);
    expect(statSync(path).mode & 0o111).toBe(0o111);
  });
});
