import { Keypair, PublicKey, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import { encodeBase58 } from '../../../encodings/base58';
import { tokenAccountOf, tokenAmount } from '../accounts';
import type { NativeAccount } from '../litesvm';
import type { Block } from '../slots';
import type { SolanaLedger } from '../solana-ledger';
import type { RecordedTransaction } from '../transactions';
import { payerSeed } from '../well-known';
import { jsonOf, readWire, signatureOf } from '../wire';
import { invalidParam, noBlock, rpcFailure, tooFarBehind, unknownVersion } from './failure';

type Settings = Readonly<Record<string, unknown>>;

interface Asked {
  readonly ledger: SolanaLedger;
  readonly params: readonly unknown[];
  readonly settings: Settings;
}

const MOST_SIGNATURES = 1_000;
const BLOCKHASH_LIFE = 150;

const textAt = ({ params }: Asked, place: number): string => {
  const value = params[place];
  if (typeof value !== 'string') throw invalidParam(`expected a string at ${place}`);
  return value;
};

const numberAt = ({ params }: Asked, place: number): number => {
  const value = params[place];
  if (typeof value !== 'number') throw invalidParam(`expected a number at ${place}`);
  return value;
};

const listAt = ({ params }: Asked, place: number): readonly string[] => {
  const value = params[place];
  if (!Array.isArray(value)) throw invalidParam(`expected a list at ${place}`);
  return value as readonly string[];
};

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const inContext = ({ ledger }: Asked, value: unknown) => ({
  context: { apiVersion: '3.0.0', slot: ledger.finalSlot() },
  value,
});

const mustHaveBlock = ({ ledger }: Asked, slot: number): Block => {
  const block = ledger.block(slot);
  if (block === null) throw noBlock(ledger, slot);
  return block;
};

const accountJson = (account: NativeAccount | null) => {
  if (account === null) return null;
  const [lamports, data] = [Number(account.lamports()), Buffer.from(account.data())];
  const [owner, executable] = [encodeBase58(account.owner()), account.executable()];
  return { lamports, owner, executable, data: [data.toString('base64'), 'base64'], rentEpoch: 0, space: data.length };
};

const transactionJson = ({ wire, meta, version }: RecordedTransaction, settings: Settings) => {
  const { encoding = 'json', maxSupportedTransactionVersion: most } = settings;
  if (version !== 'legacy' && !(typeof most === 'number' && most >= version)) throw unknownVersion(version);
  const transaction = encoding === 'base64' ? [wire.toString('base64'), 'base64'] : jsonOf(wire);
  return { transaction, meta, ...(most === undefined ? {} : { version }) };
};

const blockJson = (asked: Asked) => {
  const { blockTimeSeconds, slot, ...block } = mustHaveBlock(asked, numberAt(asked, 0));
  const { transactionDetails = 'full' } = asked.settings;
  const inside = asked.ledger.transactionsIn(slot);
  return {
    ...block,
    blockTime: blockTimeSeconds,
    ...(transactionDetails === 'signatures' ? { signatures: inside.map(({ signature }) => signature) } : {}),
    ...(transactionDetails === 'full'
      ? { transactions: inside.map((each) => transactionJson(each, asked.settings)) }
      : {}),
    ...(asked.settings['rewards'] === false ? {} : { rewards: [] }),
  };
};

const blocksJson = ({ ledger, params }: Asked, from: number): readonly number[] => {
  const last = Math.min(typeof params[1] === 'number' ? params[1] : Number.POSITIVE_INFINITY, ledger.finalSlot());
  const slots = Array.from({ length: Math.max(last - from + 1, 0) }, (_, ahead) => from + ahead);
  return slots.filter((slot) => ledger.block(slot) !== null);
};

const signaturesJson = (asked: Asked) => {
  const { limit = MOST_SIGNATURES, before, until } = asked.settings;
  if (typeof limit !== 'number' || limit < 1 || limit > MOST_SIGNATURES) {
    throw invalidParam(`Invalid limit; max ${MOST_SIGNATURES}`);
  }
  const page = { limit, before: textOrNull(before), until: textOrNull(until) };
  return asked.ledger
    .transactionsOf(textAt(asked, 0), page)
    .map(({ signature, slot, err, memo, blockTimeSeconds: blockTime }) => ({
      ...{ signature, slot, err, memo, blockTime, confirmationStatus: 'finalized' },
    }));
};

const statusJson = (found: RecordedTransaction | null) =>
  found === null
    ? null
    : {
        slot: found.slot,
        confirmations: null,
        err: found.err,
        confirmationStatus: 'finalized',
        status: statusOf(found),
      };

const statusOf = ({ err }: RecordedTransaction) => (err === null ? { Ok: null } : { Err: err });

const tokenBalance = (asked: Asked) => {
  const { accountOf } = asked.ledger;
  const token = tokenAccountOf(accountOf(textAt(asked, 0)));
  if (token === null) throw invalidParam('could not find account');
  return tokenAmount(token.amount, accountOf(token.mint));
};

const latestBlockhash = (asked: Asked) => {
  const { blockhash, blockHeight } = mustHaveBlock(asked, asked.ledger.finalSlot());
  return { blockhash, lastValidBlockHeight: blockHeight + BLOCKHASH_LIFE };
};

const refusedSending = (err: unknown, logs: readonly string[], unitsConsumed: number): Error =>
  rpcFailure(-32_002, `Transaction simulation failed: ${JSON.stringify(err)}`, {
    ...{ err, logs, accounts: null, unitsConsumed },
  });

const readSent = (text: string) => {
  const wire = Buffer.from(text, 'base64');
  try {
    return { wire, transaction: readWire(wire) };
  } catch (error) {
    throw rpcFailure(-32_602, `failed to deserialize the transaction: ${(error as Error).message}`);
  }
};

const send = (asked: Asked): string => {
  const { ledger, settings } = asked;
  if (settings['encoding'] !== 'base64') throw rpcFailure(-32_602, 'unsupported encoding; supported: base64');
  const { wire, transaction } = readSent(textAt(asked, 0));
  if (!ledger.isRecent(transaction.message.recentBlockhash)) throw refusedSending('BlockhashNotFound', [], 0);
  if (settings['skipPreflight'] !== true) {
    const { err, logs, unitsConsumed } = ledger.simulate(wire);
    if (err !== null) throw refusedSending(err, logs, unitsConsumed);
  }
  ledger.submit(wire);
  return signatureOf(transaction);
};

const airdrop = (asked: Asked): string => {
  const { ledger } = asked;
  const payer = Keypair.fromSeed(payerSeed());
  const toPubkey = new PublicKey(textAt(asked, 0));
  const gift = SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey, lamports: numberAt(asked, 1) });
  const { blockhash: recentBlockhash } = latestBlockhash(asked);
  const message = new TransactionMessage({ payerKey: payer.publicKey, recentBlockhash, instructions: [gift] });
  const transaction = new VersionedTransaction(message.compileToLegacyMessage());
  transaction.sign([payer]);
  ledger.submit(Buffer.from(transaction.serialize()));
  return signatureOf(transaction);
};

const found = (asked: Asked) => {
  const transaction = asked.ledger.transaction(textAt(asked, 0));
  if (transaction === null) return null;
  const { slot, blockTimeSeconds: blockTime } = transaction;
  return { slot, blockTime, ...transactionJson(transaction, asked.settings) };
};

const METHODS: Readonly<Record<string, (asked: Asked) => unknown>> = {
  getAccountInfo: (asked) => inContext(asked, accountJson(asked.ledger.accountOf(textAt(asked, 0)))),
  getBalance: (asked) => inContext(asked, Number(asked.ledger.accountOf(textAt(asked, 0))?.lamports() ?? 0n)),
  getBlock: blockJson,
  getBlockTime: (asked) => mustHaveBlock(asked, numberAt(asked, 0)).blockTimeSeconds,
  getBlocks: (asked) => blocksJson(asked, numberAt(asked, 0)),
  getFirstAvailableBlock: ({ ledger }) => ledger.firstSlot(),
  getGenesisHash: ({ ledger }) => ledger.genesisHash,
  getLatestBlockhash: (asked) => inContext(asked, latestBlockhash(asked)),
  getMinimumBalanceForRentExemption: (asked) => asked.ledger.rentOf(numberAt(asked, 0)),
  getMultipleAccounts: (asked) =>
    inContext(
      asked,
      listAt(asked, 0).map((address) => accountJson(asked.ledger.accountOf(address))),
    ),
  getSignatureStatuses: (asked) =>
    inContext(
      asked,
      listAt(asked, 0).map((signature) => statusJson(asked.ledger.transaction(signature))),
    ),
  getSignaturesForAddress: signaturesJson,
  getSlot: ({ ledger }) => ledger.finalSlot(),
  getTokenAccountBalance: (asked) => inContext(asked, tokenBalance(asked)),
  getTransaction: found,
  requestAirdrop: airdrop,
  sendTransaction: send,
};

const isSettings = (value: unknown): value is Settings =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every answer is final, whatever commitment is asked. Throws an RpcFailure. */
export const answerTo = (ledger: SolanaLedger, method: string, params: readonly unknown[]): unknown => {
  const answer = METHODS[method];
  if (answer === undefined) throw rpcFailure(-32_601, 'Method not found');
  const last = params.at(-1);
  const settings = isSettings(last) ? last : {};
  const { minContextSlot = 0 } = settings;
  if (typeof minContextSlot === 'number' && minContextSlot > ledger.finalSlot()) throw tooFarBehind(ledger.finalSlot());
  return answer({ ledger, params, settings });
};
