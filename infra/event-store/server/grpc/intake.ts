import { type Allowance, createAllowance } from './allowance';
import { refusal, STATUS } from './refusal';

/** What callers have begun and not finished. */
export interface Amounts {
  /** Calls whose request has not ended. */
  readonly requests: number;
  /** Calls that carry many appends. */
  readonly batchCalls: number;
  /** Batch appends without their last part. */
  readonly appends: number;
  /** Of messages and appends that are not whole, and of what decoding a message takes; FREE_BYTES of a call are not counted. */
  readonly bytes: number;
}

export interface IntakeLimits {
  readonly connections: number;
  readonly ofConnection: Amounts;
  readonly inAll: Amounts;
}

const MEBIBYTE = 1024 * 1024;

/** One connection's message of 16 MiB fits, and one bad connection leaves room for others. */
export const INTAKE_LIMITS: IntakeLimits = {
  connections: 1_000,
  ofConnection: { requests: 1_000, batchCalls: 16, appends: 100, bytes: 20 * MEBIBYTE },
  inAll: { requests: 4_000, batchCalls: 256, appends: 1_000, bytes: 64 * MEBIBYTE },
};

export type Intake = { readonly [Kind in keyof Amounts]: Allowance };

/** Of the server, or of a connection within it. */
export const createIntake = (limits: Amounts, within?: Intake): Intake => ({
  requests: createAllowance(limits.requests, within?.requests),
  batchCalls: createAllowance(limits.batchCalls, within?.batchCalls),
  appends: createAllowance(limits.appends, within?.appends),
  bytes: createAllowance(limits.bytes, within?.bytes),
});

/** What one call holds of its connection's intake. */
export interface Hold {
  /** Throws RESOURCE_EXHAUSTED, and holds nothing more, at a limit of the connection or of the server. */
  readonly take: (kind: keyof Amounts, amount: number) => void;
  readonly give: (kind: keyof Amounts, amount: number) => void;
  /** Gives everything back, and holds nothing from then on. */
  readonly release: () => void;
}

const WORDS: { readonly [Kind in keyof Amounts]: string } = {
  requests: 'requests are unfinished',
  batchCalls: 'batch append calls are open',
  appends: 'appends are unfinished',
  bytes: 'bytes of requests are unfinished',
};

/** Of each call, beside the limits: what others hold leaves room for small requests. */
const FREE_BYTES = 16 * 1024;

const counted = (kind: keyof Amounts, amount: number): number =>
  kind === 'bytes' ? Math.max(0, amount - FREE_BYTES) : amount;

export const holdOf = (intake: Intake): Hold => {
  const held = { requests: 0, batchCalls: 0, appends: 0, bytes: 0 };
  let isReleased = false;
  const take: Hold['take'] = (kind, amount) => {
    if (isReleased) return;
    const more = counted(kind, held[kind] + amount) - counted(kind, held[kind]);
    if (!intake[kind].take(more)) throw refusal(STATUS.RESOURCE_EXHAUSTED, `Too many ${WORDS[kind]}`);
    held[kind] += amount;
  };
  const give: Hold['give'] = (kind, amount) => {
    if (isReleased) return;
    intake[kind].give(counted(kind, held[kind]) - counted(kind, held[kind] - amount));
    held[kind] -= amount;
  };
  const release = (): void => {
    for (const kind of Object.keys(held) as (keyof Amounts)[]) give(kind, held[kind]);
    isReleased = true;
  };
  return { take, give, release };
};
