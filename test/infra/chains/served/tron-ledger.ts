import { createHash } from 'node:crypto';
import { Trx, type Types, utils } from 'tronweb';
import type { Clock } from '../../../../commands/ports/clock';

export type Fields = Readonly<Record<string, unknown>>;
export type Signed = Types.SignedTransaction;

/** A call of a contract. Addresses are 21 bytes as hex, `data` is hex. */
export interface Call {
  readonly owner: string;
  readonly contract: string;
  readonly data: string;
}

/** Parts of a transaction's info. */
export interface Played {
  readonly result: 'SUCCESS' | 'REVERT' | 'OUT_OF_ENERGY';
  readonly contractResult?: string;
  readonly log?: readonly Fields[];
  readonly internal_transactions?: readonly Fields[];
}

export type Program = (call: Call) => Played;

export interface LedgerBlock {
  readonly header: Fields;
  readonly transactions: readonly Fields[];
  readonly infos: readonly Fields[];
}

const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const APPROVAL = '8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925';
const EXPIRATION_MS = 60_000;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const wordOf = (hex: string): string => hex.padStart(64, '0');
const wordsIn = (data: string): readonly string[] => data.slice(8).match(/.{64}/g) ?? [];
const accountIn = (word: string): string => `41${word.slice(24)}`;

export const logOf = (contract: string, [from, to]: readonly [string, string], amount: bigint, topic = TRANSFER) => ({
  address: contract.slice(2),
  topics: [topic, wordOf(from.slice(2)), wordOf(to.slice(2))],
  data: wordOf(amount.toString(16)),
});

/** A TRC-20 token with endless balances but for `poor`, whose calls return 0 on success, as those of USDT. */
export const tokenProgram =
  (poor: string): Program =>
  ({ owner, contract, data }) => {
    const words = wordsIn(data);
    const amount = BigInt(`0x${words.at(-1)!}`);
    const done = (topic: string, from: string, to: string): Played => ({
      ...{ result: 'SUCCESS', contractResult: wordOf('0'), log: [logOf(contract, [from, to], amount, topic)] },
    });
    if (owner === poor) return { result: 'REVERT', contractResult: '' };
    if (data.startsWith('a9059cbb')) return done(TRANSFER, owner, accountIn(words[0]!));
    if (data.startsWith('23b872dd')) return done(TRANSFER, accountIn(words[0]!), accountIn(words[1]!));
    return done(APPROVAL, owner, accountIn(words[0]!));
  };

/** TRX that a contract sends. */
export const internalOf = (from: string, to: string, callValue: number, more: Fields = {}): Fields => ({
  ...{ hash: hashOf(`${from} ${to}`), caller_address: from, transferTo_address: to },
  ...{ callValueInfo: [{ callValue }], note: Buffer.from('call').toString('hex') },
  ...more,
});

/** The contract's own part of the info; payments of coin have no `receipt.result`. */
const playedInfo = (played: Played | null): Fields => {
  if (played === null) return { contractResult: [''], receipt: { net_usage: 265 } };
  const { result, contractResult = '', ...effects } = played;
  const failed = result === 'SUCCESS' ? {} : { result: 'FAILED', resMessage: '' };
  return { ...failed, contractResult: [contractResult], receipt: { energy_usage_total: 64_285, result }, ...effects };
};

/** Throws when the owner did not sign, or `raw_data` is not `raw_data_hex`. */
const assertSigned = (signed: Signed, owner: string): void => {
  const signer = Trx.ecRecover(signed) as string;
  if (utils.address.toHex(signer) !== owner) throw new Error('a false signature');
};

/** A chain in memory that plays the effects of signed transactions, each final when its block is made. */
export const createTronLedger = (clock: Clock) => {
  const accounts = new Map<string, Fields>();
  const programs = new Map<string, Program>();
  const blocks: LedgerBlock[] = [];
  let pending: { readonly transaction: Fields; readonly info: Fields }[] = [];

  const idAt = (number: number): string => `${number.toString(16).padStart(16, '0')}${hashOf(`${number}`).slice(16)}`;
  const makeBlock = (): void => {
    const blockNumber = blocks.length;
    const blockTimeStamp = clock.now();
    const raw_data = { number: blockNumber === 0 ? undefined : blockNumber, timestamp: blockTimeStamp, version: 31 };
    blocks.push({
      header: { blockID: idAt(blockNumber), block_header: { raw_data, witness_signature: '' } },
      transactions: pending.map(({ transaction }) => transaction),
      infos: pending.map(({ info }) => ({ ...info, blockNumber, blockTimeStamp })),
    });
    pending = [];
  };
  const play = (signed: Signed, mustBeSigned: boolean): Played | null => {
    const { value } = signed.raw_data.contract[0]!.parameter;
    const { owner_address: owner, contract_address: contract, data = '' } = value as unknown as Record<string, string>;
    if (mustBeSigned) assertSigned(signed, owner!);
    return contract === undefined ? null : programs.get(contract)!({ owner: owner!, contract, data });
  };
  return {
    ...{ accounts, blocks, idAt },
    /** The first block of the history after block 0. */
    history: { from: 1 },
    activate: (address: string, more: Fields = {}): void => {
      accounts.set(address, { address, balance: 1, ...more });
    },
    deploy: (address: string, program: Program): void => {
      accounts.set(address, { address, type: 'Contract' });
      programs.set(address, program);
    },
    makeBlocks: (count = 1): void => {
      for (let made = 0; made < count; made += 1) makeBlock();
    },
    /** For `blockHeader` of the library's builder: each answer makes another transaction. */
    reference: () => {
      const id = idAt(blocks.length - 1);
      const timestamp = clock.now() + blocks.length * 1_000 + pending.length;
      return {
        ...{ ref_block_bytes: id.slice(12, 16), ref_block_hash: id.slice(16, 32), timestamp },
        expiration: timestamp + EXPIRATION_MS,
      };
    },
    /** Takes a signed transaction into the next block. Throws on a false signature, unless the check is off. */
    broadcast: (signed: Signed, mustBeSigned = true): void => {
      const played = play(signed, mustBeSigned);
      const ret = [{ contractRet: played?.result ?? 'SUCCESS' }];
      pending.push({ transaction: { ret, ...signed }, info: { id: signed.txID, ...playedInfo(played) } });
    },
  };
};

export type TronLedger = ReturnType<typeof createTronLedger>;
