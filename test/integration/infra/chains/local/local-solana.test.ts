import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect as connectTo } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Connection, PublicKey } from '@solana/web3.js';
import { type LocalSolana, startLocalSolana } from '../../../../../infra/chains/local/solana/local-solana';
import { openSolanaWallet } from '../../../../../infra/chains/local/solana/solana-wallet';
import { LOCAL_PAYER } from '../../../../../infra/chains/local/solana/well-known';
import { silent } from '../../../../stores/anvil';

const ROOT = path.join(__dirname, '../../../../..');
const program = ['--require', './test/typescript.cjs', './infra/chains/local/solana/solana-main.ts'];
const start = (words = program): Promise<LocalSolana> => startLocalSolana({ logger: silent, program: words });
/** The library's own connection asks without end when its server is gone. */
const answers = ({ url }: Pick<LocalSolana, 'url'>): Promise<boolean> =>
  fetch(url, { method: 'POST', body: '{"jsonrpc":"2.0","id":1,"method":"getSlot"}' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Starts a chain in a process of its own, which prints the chain's address and then lives on. */
const OWNER = `
  const logger = { info: () => undefined, warn: () => undefined };
  require('./infra/chains/local/solana/local-solana.ts')
    .startLocalSolana({ logger, program: ${JSON.stringify(program)} })
    .then(({ url }) => console.log(url));
`;

describe('the local Solana chain', () => {
  it('accepts payments from an instruction, keeps its slots, and is gone after its stop', async () => {
    const chain = await start();
    const { receiver, mint, genesisHash } = chain;
    const connection = new Connection(chain.url, { commitment: 'finalized', httpAgent: false });
    expect(await connection.getGenesisHash()).toBe(genesisHash);
    const payer = openSolanaWallet(chain.url, mint);
    expect(payer.address).toBe(LOCAL_PAYER);
    const before = await connection.getBalance(new PublicKey(receiver));
    const data = Buffer.alloc(12);
    data.writeUInt32LE(2, 0);
    data.writeBigUInt64LE(9n, 4);
    const accounts = [
      { pubkey: null, fill: 'PAYER', isSigner: true, isWritable: true },
      { pubkey: receiver, isSigner: false, isWritable: true },
    ];
    const transfer = { programId: '1'.repeat(32), accounts, data: data.toString('base64') };
    const { txid, height } = await payer.pay({ instructions: [transfer] });
    expect(await connection.getBalance(new PublicKey(receiver))).toBe(before + 9);
    expect(await connection.getSignaturesForAddress(new PublicKey(receiver))).toMatchObject([
      { signature: txid, slot: Number(height) },
    ]);
    await Promise.all([chain.stop(), chain.stop()]);
    await chain.ended;
    expect(await answers(chain)).toBe(false);
  });

  it('reports why it did not start', async () => {
    const words = ['--require', './test/fixtures/without-litesvm.cjs', ...program];
    await expect(start(words)).rejects.toThrow(
      /ended while starting: litesvm, an optional dependency, cannot be loaded/,
    );
  });

  it('ends with the process that started it, even when that process is killed', async () => {
    const owner = spawn(process.execPath, ['--require', './test/typescript.cjs', '-e', OWNER], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [url] = (await once(createInterface({ input: owner.stdout }), 'line')) as [string];
    expect(await answers({ url })).toBe(true);
    const socket = connectTo(Number(new URL(url).port), '127.0.0.1');
    await once(socket, 'connect');
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => undefined);
    owner.kill('SIGKILL');
    await closed;
    expect(await answers({ url })).toBe(false);
  });
});
