import type { NativeError } from './errors';

/** The used part of litesvm, an optional dependency whose types may be missing. Keys and transactions are bytes. */
export interface NativeAccount {
  readonly lamports: () => bigint;
  readonly data: () => Uint8Array;
  readonly owner: () => Uint8Array;
  readonly executable: () => boolean;
}

interface NativeInstruction {
  readonly programIdIndex: () => number;
  readonly accounts: () => Uint8Array;
  readonly data: () => Uint8Array;
}

interface NativeMeta {
  readonly logs: () => readonly string[];
  readonly computeUnitsConsumed: () => bigint;
  readonly innerInstructions: () => readonly (readonly {
    readonly instruction: () => NativeInstruction;
    readonly stackHeight: () => number;
  }[])[];
}

interface NativeFailure {
  readonly err: () => number | NativeError;
  readonly meta: () => NativeMeta;
}

interface NativeClock {
  slot: bigint;
  unixTimestamp: bigint;
}

interface NativeMachine {
  readonly withNativeMints: () => void;
  readonly setBlockhashCheck: (isChecked: boolean) => void;
  readonly addProgram: (program: Uint8Array, code: Uint8Array) => void;
  readonly getAccount: (key: Uint8Array) => NativeAccount | null;
  readonly setAccount: (key: Uint8Array, account: NativeAccount) => void;
  readonly minimumBalanceForRentExemption: (bytes: bigint) => bigint;
  readonly getClock: () => NativeClock;
  readonly setClock: (clock: NativeClock) => void;
  readonly sendLegacyTransaction: (wire: Uint8Array) => NativeMeta | NativeFailure;
  readonly sendVersionedTransaction: (wire: Uint8Array) => NativeMeta | NativeFailure;
  readonly simulateLegacyTransaction: (wire: Uint8Array) => { readonly meta: () => NativeMeta } | NativeFailure;
  readonly simulateVersionedTransaction: (wire: Uint8Array) => { readonly meta: () => NativeMeta } | NativeFailure;
}

interface Native {
  readonly LiteSvm: new () => NativeMachine;
  readonly Account: new (
    lamports: bigint,
    data: Uint8Array,
    owner: Uint8Array,
    executable: boolean,
    rentEpoch: bigint,
  ) => NativeAccount;
}

/** The bindings alone: its main file loads a second library of Solana. */
const BINDINGS = 'litesvm/dist/internal';

/** Throws when the package or its binary for this system is missing. */
export const loadLitesvm = (): Native => {
  try {
    // oxlint-disable-next-line typescript/no-require-imports
    return require(BINDINGS) as Native;
  } catch (cause) {
    throw new Error('litesvm, an optional dependency, cannot be loaded', { cause });
  }
};

export type { NativeFailure, NativeMachine, NativeMeta };
