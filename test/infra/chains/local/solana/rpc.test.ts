import { Connection, Keypair, PublicKey, SystemProgram, type TransactionInstruction } from '@solana/web3.js';
import { type Intercept, type ServedSolana, serveSolana } from '../../../../../infra/chains/local/solana/rpc/server';
import {
  LOCAL_MINT,
  LOCAL_PAYER,
  LOCAL_RECEIVER,
  payerSeed,
} from '../../../../../infra/chains/local/solana/well-known';
import { NEWEST_MEMO_PROGRAM, TOKEN_PROGRAM } from '../../../../../infra/chains/solana/protocol/programs';
import { createChain } from '../../../../fixtures/solana/chain';
import { accountOf, memo, openAccount, transferChecked } from '../../../../fixtures/solana/tokens';
import { legacy, version0, version1 } from '../../../../fixtures/solana/wire';

const payer = Keypair.fromSeed(payerSeed());
const receiver = new PublicKey(LOCAL_RECEIVER);
const ledger = createChain();
const { pass } = ledger;
let served: ServedSolana;
let connection: Connection;
let intercept: Intercept;

beforeAll(async () => {
  served = await serveSolana(ledger, { intercept: (...call) => intercept(...call) });
  connection = new Connection(served.url, { commitment: 'finalized', httpAgent: false, disableRetryOnRateLimit: true });
});
beforeEach(() => {
  intercept = () => undefined;
});
afterAll(() => served.close());

const give = (lamports: number, to = receiver) =>
  SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: to, lamports });
const wireOf = (...instructions: readonly TransactionInstruction[]) => legacy(ledger, [payer], instructions);
const land = async (wire: Uint8Array, skipPreflight = false): Promise<string> => {
  const signature = await connection.sendRawTransaction(wire, { skipPreflight });
  pass(3);
  return signature;
};
const found = async (signature: string) => {
  const transaction = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 1 });
  if (transaction === null) throw new Error(`${signature} is unknown`);
  return transaction;
};
const ask = async (method: string, params: readonly unknown[]): Promise<unknown> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method, params });
  return (await fetch(served.url, { method: 'POST', body })).json();
};
const codeOf = async (method: string, ...params: readonly unknown[]) =>
  ((await ask(method, params)) as { readonly error?: { readonly code: number } }).error?.code;

describe('the JSON-RPC server', () => {
  it('shows a payment as a validator does: history, balances, logs and signed bytes', async () => {
    const wire = wireOf(give(5_000), memo('acme:one'), memo('acme:two', NEWEST_MEMO_PROGRAM));
    const before = await connection.getBalance(receiver);
    const signature = await land(wire);
    const [row] = await connection.getSignaturesForAddress(receiver, { limit: 1 });
    expect(row).toMatchObject({ signature, err: null, memo: '[8] acme:one', confirmationStatus: 'finalized' });
    const { slot, blockTime, meta, version } = await found(signature);
    expect([version, row?.slot, row?.blockTime]).toEqual(['legacy', slot, blockTime]);
    expect(await connection.getBlockTime(slot)).toBe(blockTime);
    expect(meta).toMatchObject({ err: null, fee: 5_000, preTokenBalances: [] });
    expect(meta?.postBalances[1]).toBe(before + 5_000);
    expect(meta?.logMessages).toContain('Program log: acme:two');
    const params = [signature, { encoding: 'base64', maxSupportedTransactionVersion: 0 }];
    expect(await ask('getTransaction', params)).toMatchObject({
      result: { transaction: [Buffer.from(wire).toString('base64'), 'base64'], version: 'legacy' },
    });
    const { value } = await connection.getSignatureStatuses([signature, '1'.repeat(64)]);
    expect(value).toMatchObject([{ slot, err: null, confirmationStatus: 'finalized' }, null]);
  });

  it('shows token balances, and the instructions that programs called', async () => {
    const holder = { mint: new PublicKey(LOCAL_MINT), program: TOKEN_PROGRAM };
    const [from, to] = [accountOf(holder, payer.publicKey), accountOf(holder, receiver)];
    const create = openAccount(holder, payer.publicKey, receiver);
    const transfer = transferChecked(holder, { from, to, owner: payer.publicKey, amount: 2_500_000n });
    const { meta } = await found(await land(wireOf(create, transfer)));
    expect(meta?.err).toBeNull();
    expect(meta?.preTokenBalances?.map(({ owner }) => owner)).toEqual([LOCAL_PAYER]);
    expect(meta?.postTokenBalances?.find(({ owner }) => owner === LOCAL_RECEIVER)).toMatchObject({
      mint: LOCAL_MINT,
      uiTokenAmount: { amount: '2500000', decimals: 6, uiAmount: 2.5, uiAmountString: '2.5' },
    });
    expect(meta?.innerInstructions?.map(({ index, instructions }) => [index, instructions.length])).toEqual([[0, 4]]);
    expect((await connection.getTokenAccountBalance(new PublicKey(to))).value.amount).toBe('2500000');
  });

  it('lists a payment for an account from a lookup table', async () => {
    const [table, other] = [Keypair.generate().publicKey, Keypair.generate().publicKey];
    const lookup = ledger.setTable(table, [other]);
    const signature = await land(version0(ledger, [payer], [give(2_000_000, other)], [lookup]));
    expect((await connection.getSignaturesForAddress(other)).map((row) => row.signature)).toEqual([signature]);
    const { meta } = await found(signature);
    expect(meta?.loadedAddresses?.writable.map(String)).toEqual([other.toBase58()]);
    expect(await codeOf('getTransaction', signature, { encoding: 'base64' })).toBe(-32_015);
  });

  it('executes and shows a transaction of version 1 on request', async () => {
    const signature = await land(version1(ledger, [payer], [give(7_000)]));
    expect(await found(signature)).toMatchObject({ version: 1, meta: { err: null } });
    expect(await codeOf('getTransaction', signature, { maxSupportedTransactionVersion: 0 })).toBe(-32_015);
  });

  it('refuses a transaction that would fail, and keeps one that failed in a block', async () => {
    const tooMuch = wireOf(give(10 ** 15 + 1), memo('acme:failed'));
    await expect(connection.sendRawTransaction(tooMuch)).rejects.toThrow('Transaction simulation failed');
    const signature = await land(tooMuch, true);
    const err = { InstructionError: [0, { Custom: 1 }] };
    expect(await connection.getSignaturesForAddress(receiver, { limit: 1 })).toMatchObject([{ signature, err }]);
    expect((await found(signature)).meta).toMatchObject({ err, fee: 5_000 });
    // Repeated, unsigned, broken, or of a block that never was: without a trace.
    const { signature: last } = (await connection.getSignaturesForAddress(receiver, { limit: 1 }))[0] ?? {};
    await land(tooMuch, true);
    await land(Buffer.from(wireOf(give(1))).fill(0, 1, 65), true);
    await expect(land(Buffer.from('no transaction'))).rejects.toThrow('failed to deserialize');
    const foreign = legacy({ blockhash: () => LOCAL_MINT }, [payer], [give(1)]);
    await expect(land(foreign, true)).rejects.toThrow('BlockhashNotFound');
    expect(await connection.getSignaturesForAddress(receiver, { limit: 1 })).toMatchObject([{ signature: last }]);
  });

  it('shows blocks, and the reason for a missing one', async () => {
    ledger.nextSlot(false);
    pass(3);
    const skipped = ledger.finalSlot() - 1;
    const block = await connection.getBlock(skipped - 1, { transactionDetails: 'none', rewards: false });
    expect(block).toMatchObject({ blockhash: ledger.block(skipped - 1)?.blockhash, parentSlot: skipped - 2 });
    expect(block).not.toHaveProperty('transactions');
    expect(await connection.getBlocks(skipped - 1)).toEqual([skipped - 1, skipped + 1]);
    expect(await connection.getSlot()).toBe(skipped + 1);
    expect(await codeOf('getBlock', skipped)).toBe(-32_007);
    expect(await codeOf('getBlockTime', skipped + 2)).toBe(-32_004);
    expect(await codeOf('getSignaturesForAddress', LOCAL_PAYER, { minContextSlot: skipped + 2 })).toBe(-32_016);
    pass(150);
    expect(await codeOf('getBlock', skipped)).toBe(-32_009);
  });

  it('shows accounts, rent and the genesis', async () => {
    const [mint, none] = await connection.getMultipleAccountsInfo([new PublicKey(LOCAL_MINT), PublicKey.unique()]);
    expect([mint?.owner.toBase58() === TOKEN_PROGRAM, mint?.data.length, none]).toEqual([true, 82, null]);
    expect(await connection.getAccountInfo(receiver)).toMatchObject({ executable: false, data: Buffer.alloc(0) });
    expect(await connection.getMinimumBalanceForRentExemption(165)).toBe(2_039_280);
    expect(await connection.getGenesisHash()).toBe(ledger.genesisHash);
    expect(await connection.getFirstAvailableBlock()).toBe(0);
    const poor = Keypair.generate().publicKey;
    await connection.requestAirdrop(poor, 3_000_000);
    pass(3);
    expect(await connection.getBalance(poor)).toBe(3_000_000);
  });

  it('answers a batch, and refuses unknown methods and invalid requests', async () => {
    const body = JSON.stringify([1, 2].map((id) => ({ jsonrpc: '2.0', id, method: 'getSlot' })));
    const answers: unknown = await (await fetch(served.url, { method: 'POST', body })).json();
    expect(answers).toEqual([1, 2].map((id) => ({ jsonrpc: '2.0', id, result: ledger.finalSlot() })));
    expect(await codeOf('getNothing')).toBe(-32_601);
    expect(await codeOf('getBalance', 'no key')).toBe(-32_602);
    expect((await fetch(served.url, { method: 'POST', body: '{' })).status).toBe(400);
  });

  it('can falsify, delay or interrupt an answer for a test', async () => {
    const head = ledger.finalSlot();
    intercept = (method, _params, answer) => (method === 'getSlot' ? { ...answer(), result: head - 10 } : undefined);
    expect(await connection.getSlot()).toBe(head - 10);
    expect(await connection.getFirstAvailableBlock()).toBe(0);
    const post = () => fetch(served.url, { method: 'POST', body: '{"id":1,"method":"getSlot"}' });
    intercept = async () => ({ status: 429, headers: { 'retry-after': '1' }, body: 'later' });
    const refused = await post();
    expect([refused.status, refused.headers.get('retry-after'), await refused.text()]).toEqual([429, '1', 'later']);
    intercept = () => 'cut';
    await expect(post()).rejects.toThrow('fetch failed');
  });
});
