import { failuresOf } from '../../nodes/nodes-error';
import { isRefused } from '../../nodes/rpc/node-error';
import { feesNow, feesToReplace } from './fees';
import type { Payment } from './signer';
import type { Signed, Version } from './signer-book';
import { countQuestion, estimateQuestion } from './signer-questions';
import type { SigningScope } from './signing-scope';

/** After this time in no block a broadcast is checked: its fees may be too low. */
const STUCK_AFTER_MS = 120_000;

/** No token transfer needs more gas: a node with a higher estimate is not believed. */
const MOST_GAS = 1_000_000n;

/** The gas of a payment may rise before its block, such as for a balance that becomes empty. Unused gas is free. */
const SPARE = { numerator: 5n, denominator: 4n, gas: 40_000n };

export type Preparation =
  | { readonly outcome: 'PREPARED'; readonly version: Version }
  | { readonly outcome: 'OTHER_ORDER' }
  /** Every node answers that the payment would revert now. No nonce was claimed. */
  | { readonly outcome: 'REVERTS'; readonly reason: string }
  /** Another key has claimed a nonce after `lastKnown`, and this key has none. */
  | { readonly outcome: 'OVERTAKEN' };

export interface Preparing {
  readonly mayReplace: boolean;
  /** The last nonce that the caller counted as promised. Absent: the caller does not count promised amounts. */
  readonly lastKnown?: bigint;
}

const isSame = (one: Payment, other: Payment): boolean =>
  one.to === other.to && one.value === other.value && one.data === other.data;

const REVERT_WORDS = /revert|insufficient allowance|exceeds balance/i;

/** Gas limit of the payment, or the reason of its revert. Rejects when no node answers. */
const gasOf = async (
  { evm, signer }: SigningScope,
  payment: Payment,
): Promise<bigint | { readonly reason: string }> => {
  try {
    const gas = await evm.nodes.onOne((node) => node.one(estimateQuestion(signer.address, payment)));
    if (gas > MOST_GAS) throw new Error(`${evm.watch.network}: the payment would take ${gas} gas, which is too much`);
    return (gas * SPARE.numerator) / SPARE.denominator + SPARE.gas;
  } catch (error) {
    const failures = failuresOf(error);
    const isReverted = failures.every((one) => isRefused(one) && REVERT_WORDS.test(one.message));
    if (!isReverted || failures.length === 0) throw error;
    return { reason: (failures[0] as Error).message };
  }
};

/** The lowest count of all nodes: a count that is too high would skip nonces, and all later ones would wait. */
export const newestCount = async ({ evm, signer }: SigningScope): Promise<bigint> => {
  const { nodes } = evm;
  const told = await Promise.allSettled(
    nodes.available().map(async (node) => {
      await nodes.prove(node);
      return node.one(countQuestion(signer.address, 'latest'));
    }),
  );
  const counts = told.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  if (counts.length === 0) throw new Error(`${evm.watch.network}: no node tells the nonce of the signer`);
  return counts.reduce((lowest, count) => (count < lowest ? count : lowest));
};

const signedBy = ({ signer, account }: SigningScope, unsigned: Omit<Signed, 'txid'>): Signed => ({
  ...unsigned,
  txid: signer.sign(account.chainId, unsigned).txid,
});

/** Signs and keeps a version, or answers the version that another process kept. Rejects one of another order. */
export const keepVersion = async (
  scope: SigningScope,
  key: string,
  unsigned: Omit<Signed, 'txid'>,
): Promise<Version> => {
  const { account, book } = scope;
  await book.keep(account, signedBy(scope, unsigned));
  const kept = (await book.versions(account, key)).find(({ version }) => version === unsigned.version);
  if (kept === undefined || kept.purpose !== unsigned.purpose || !isSame(kept, unsigned)) {
    throw new Error(`Version ${unsigned.version} of ${key} is missing or belongs to another order`);
  }
  return kept;
};

const ordersOf = (versions: readonly Version[]): readonly Version[] =>
  versions.filter(({ purpose }) => purpose === 'ORDER');

const first = async (
  scope: SigningScope,
  key: string,
  payment: Payment,
  { lastKnown }: Preparing,
): Promise<Preparation> => {
  const gasLimit = await gasOf(scope, payment);
  if (typeof gasLimit !== 'bigint') return { outcome: 'REVERTS', reason: gasLimit.reason };
  const [{ highestFeePerGas, tipPerGas }, count] = await Promise.all([feesNow(scope), newestCount(scope)]);
  const order = await scope.book.claim(scope.account, key, {
    ...{ atLeast: count, lastKnown },
    sign: (place) =>
      signedBy(scope, { ...payment, gasLimit, highestFeePerGas, tipPerGas, ...place, purpose: 'ORDER' as const }),
  });
  if (order === null) return { outcome: 'OVERTAKEN' };
  return isSame(order, payment) ? { outcome: 'PREPARED', version: order } : { outcome: 'OTHER_ORDER' };
};

const isStuck = ({ evm }: SigningScope, { sentAtMs }: Version): boolean =>
  sentAtMs !== null && evm.clock.now() - sentAtMs >= STUCK_AFTER_MS;

/** Signs the next version at the same nonce; null when it is not stuck, or no allowed fee is enough. */
export const replace = async (
  scope: SigningScope,
  key: string,
  versions: readonly Version[],
): Promise<Version | null> => {
  const last = versions.at(-1);
  if (last === undefined || !isStuck(scope, last)) return null;
  const { sentAtMs, txid, ...before } = last;
  const fees = feesToReplace(last, await feesNow(scope), scope.mostFeePerGas);
  return fees === null ? null : keepVersion(scope, key, { ...before, ...fees, version: last.version + 1 });
};

/** Signs the payment once, then repeats the same bytes. `mayReplace`: higher fees for a stuck one. Sends nothing. */
export const prepare = async (
  scope: SigningScope,
  key: string,
  payment: Payment,
  preparing: Preparing,
): Promise<Preparation> => {
  const versions = await scope.book.versions(scope.account, key);
  const orders = ordersOf(versions);
  const last = orders.at(-1);
  if (last === undefined) return first(scope, key, payment, preparing);
  if (!isSame(last, payment)) return { outcome: 'OTHER_ORDER' };
  const isFilled = orders.length < versions.length;
  const replacement = preparing.mayReplace && !isFilled ? await replace(scope, key, versions) : null;
  return { outcome: 'PREPARED', version: replacement ?? last };
};
