import { encodeBase58 } from '../../encodings/base58';
import { keyBytes } from '../../solana/protocol/associated-account';
import { MEMO_PROGRAM, NEWEST_MEMO_PROGRAM } from '../../solana/protocol/programs';
import { type AccountOf, addressesIn, type Balances, balancesOf } from './accounts';
import { errorOf } from './errors';
import { type GenesisAccount, genesisAccounts } from './genesis';
import { loadLitesvm, type NativeFailure, type NativeMachine, type NativeMeta } from './litesvm';
import type { LandedTransaction } from './transactions';
import { type LoadedAddresses, listedMemo, loadedBy, readWire, signatureOf } from './wire';

interface Simulated {
  readonly err: unknown;
  readonly logs: readonly string[];
  readonly unitsConsumed: number;
}

export interface Machine {
  readonly accountOf: AccountOf;
  readonly rentOf: (bytes: number) => number;
  readonly setAccount: (account: GenesisAccount) => void;
  readonly simulate: (wire: Buffer) => Simulated;
  readonly execute: (wire: Buffer, slot: number, blockTimeSeconds: number) => LandedTransaction | null;
}

const isFailure = (outcome: object): outcome is NativeFailure => 'err' in outcome;

/** Compiled instructions that programs called, by their top-level instruction. */
const innerOf = (meta: NativeMeta): readonly object[] =>
  meta
    .innerInstructions()
    .map((group, index) => ({
      index,
      instructions: group.map((each) => {
        const called = each.instruction();
        const [accounts, data] = [[...called.accounts()], encodeBase58(called.data())];
        return { programIdIndex: called.programIdIndex(), accounts, data, stackHeight: each.stackHeight() };
      }),
    }))
    .filter(({ instructions }) => instructions.length > 0);

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, each) => sum + each, 0n);

const outcomeOf = (outcome: NativeMeta | NativeFailure) =>
  isFailure(outcome) ? { err: errorOf(outcome.err()), meta: outcome.meta() } : { err: null, meta: outcome };

interface Effects {
  readonly loadedAddresses: LoadedAddresses;
  readonly before: Balances;
  readonly after: Balances;
  readonly outcome: NativeMeta | NativeFailure;
}

/** Meta as in `getTransaction`. Null without a fee: the transaction never was in a block. */
const metaOf = ({ loadedAddresses, before, after, outcome }: Effects) => {
  const { err, meta } = outcomeOf(outcome);
  // All other changes of a transaction are between its accounts.
  const fee = Number(sumOf(before.lamports) - sumOf(after.lamports));
  if (err !== null && fee === 0) return null;
  return {
    ...{ err, fee, status: err === null ? { Ok: null } : { Err: err }, rewards: [], loadedAddresses },
    preBalances: before.lamports.map(Number),
    postBalances: after.lamports.map(Number),
    preTokenBalances: before.tokens,
    postTokenBalances: after.tokens,
    logMessages: meta.logs(),
    innerInstructions: innerOf(meta),
    computeUnitsConsumed: Number(meta.computeUnitsConsumed()),
  };
};

const openNative = () => {
  const { LiteSvm, Account } = loadLitesvm();
  const native = new LiteSvm();
  native.withNativeMints();
  // Blocks are the ledger's.
  native.setBlockhashCheck(false);
  native.addProgram(
    keyBytes(NEWEST_MEMO_PROGRAM),
    native.getAccount(keyBytes(MEMO_PROGRAM))?.data() ?? new Uint8Array(),
  );
  return { native, Account };
};

const setTime = (native: NativeMachine, slot: number, seconds: number): void => {
  const clock = native.getClock();
  clock.slot = BigInt(slot);
  clock.unixTimestamp = BigInt(seconds);
  native.setClock(clock);
};

/** With the accounts of the genesis. Throws when litesvm is missing. */
export const openMachine = (): Machine => {
  const { native, Account } = openNative();
  const accountOf: AccountOf = (address) => native.getAccount(keyBytes(address));
  const rentOf = (bytes: number): bigint => native.minimumBalanceForRentExemption(BigInt(bytes));
  const setAccount: Machine['setAccount'] = ({ address, owner, data, lamports }) =>
    native.setAccount(
      keyBytes(address),
      new Account(lamports ?? rentOf(data.length), data, keyBytes(owner), false, 0n),
    );
  for (const account of genesisAccounts()) setAccount(account);

  const simulate: Machine['simulate'] = (wire) => {
    const isLegacy = readWire(wire).version === 'legacy';
    const outcome = isLegacy ? native.simulateLegacyTransaction(wire) : native.simulateVersionedTransaction(wire);
    const { err, meta } = isFailure(outcome) ? outcomeOf(outcome) : { err: null, meta: outcome.meta() };
    return { err, logs: meta.logs(), unitsConsumed: Number(meta.computeUnitsConsumed()) };
  };
  const execute: Machine['execute'] = (wire, slot, blockTimeSeconds) => {
    const transaction = readWire(wire);
    const { message, version } = transaction;
    setTime(native, slot, blockTimeSeconds);
    const loadedAddresses = loadedBy(message, (table) => addressesIn(accountOf(table)));
    const own = message.staticAccountKeys.map((key) => key.toBase58());
    const accounts = [...own, ...loadedAddresses.writable, ...loadedAddresses.readonly];
    const before = balancesOf(accounts, accountOf);
    const isLegacy = version === 'legacy';
    const outcome = isLegacy ? native.sendLegacyTransaction(wire) : native.sendVersionedTransaction(wire);
    const meta = metaOf({ loadedAddresses, before, after: balancesOf(accounts, accountOf), outcome });
    if (meta === null) return null;
    const { err } = meta;
    return { signature: signatureOf(transaction), version, wire, accounts, memo: listedMemo(message), err, meta };
  };
  return { accountOf, rentOf: (bytes) => Number(rentOf(bytes)), setAccount, simulate, execute };
};
