import { setTimeout as pause } from 'node:timers/promises';
import { Keypair, PublicKey, TransactionInstruction, TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import { Agent } from 'undici';
import { z } from 'zod';
import { exchange } from '../../nodes/rpc/transport';
import { associatedAccount } from '../../solana/protocol/associated-account';
import { TOKEN_PROGRAM } from '../../solana/protocol/programs';
import type { Paid, Payer } from '../payer';
import { payerSeed } from './well-known';

const REQUEST_TIMEOUT_MS = 5_000;
const LARGEST_ANSWER_BYTES = 1024 * 1024;
const STATUS_PAUSE_MS = 50;
const MOST_STATUS_ATTEMPTS = 400;

/** The intent's `instruction`; a null key is one of the payer's. */
const instructionShape = z.object({
  instructions: z.array(
    z.object({
      programId: z.string(),
      accounts: z.array(
        z.object({
          pubkey: z.string().nullable(),
          isSigner: z.boolean(),
          isWritable: z.boolean(),
          fill: z.enum(['PAYER', 'PAYER_TOKEN_ACCOUNT']).optional(),
        }),
      ),
      data: z.base64(),
    }),
  ),
});

const answerShape = z.object({ result: z.unknown().optional(), error: z.object({ message: z.string() }).optional() });
const blockhashShape = z.object({ value: z.object({ blockhash: z.string() }) });
const statusShape = z.object({ value: z.tuple([z.object({ slot: z.int(), err: z.unknown() }).nullable()]) });

type Ask = (method: string, params: readonly unknown[]) => Promise<unknown>;

const askerOf = (url: string): Ask => {
  const dispatcher = new Agent({ pipelining: 0 });
  return async (method, params) => {
    const { body } = await exchange(dispatcher, {
      ...{ method: 'POST', url, headers: { 'content-type': 'application/json' } },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      ...{ timeoutMs: REQUEST_TIMEOUT_MS, largestAnswerBytes: LARGEST_ANSWER_BYTES },
    });
    const { result, error } = answerShape.parse(JSON.parse(body.toString('utf8')));
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  };
};

const finalised = async (ask: Ask, txid: string): Promise<Paid> => {
  for (let attempt = 0; attempt < MOST_STATUS_ATTEMPTS; attempt += 1) {
    const [status] = statusShape.parse(await ask('getSignatureStatuses', [[txid]])).value;
    if (status !== null) return { txid, height: BigInt(status.slot) };
    await pause(STATUS_PAUSE_MS);
  }
  throw new Error(`The local chain has no block with ${txid}`);
};

/** The local chain's rich account; `mint` is the token that it pays with. */
export const openSolanaWallet = (url: string, mint: string): Payer => {
  const ask = askerOf(url);
  const keys = Keypair.fromSeed(payerSeed());
  const address = keys.publicKey.toBase58();
  const own = { PAYER: address, PAYER_TOKEN_ACCOUNT: associatedAccount(address, mint, TOKEN_PROGRAM) };
  const compiled = (instruction: unknown): readonly TransactionInstruction[] =>
    instructionShape.parse(instruction).instructions.map(
      ({ programId, accounts, data }) =>
        new TransactionInstruction({
          programId: new PublicKey(programId),
          keys: accounts.map(({ pubkey, fill = 'PAYER', isSigner, isWritable }) => ({
            ...{ pubkey: new PublicKey(pubkey ?? own[fill]), isSigner, isWritable },
          })),
          data: Buffer.from(data, 'base64'),
        }),
    );
  const pay: Payer['pay'] = async (instruction) => {
    const instructions = [...compiled(instruction)];
    const { blockhash: recentBlockhash } = blockhashShape.parse(await ask('getLatestBlockhash', [])).value;
    const message = new TransactionMessage({ payerKey: keys.publicKey, recentBlockhash, instructions });
    const transaction = new VersionedTransaction(message.compileToV0Message());
    transaction.sign([keys]);
    const wire = Buffer.from(transaction.serialize()).toString('base64');
    return finalised(ask, z.string().parse(await ask('sendTransaction', [wire, { encoding: 'base64' }])));
  };
  return { address, pay };
};
