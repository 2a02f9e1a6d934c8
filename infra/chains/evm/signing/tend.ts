import { broadcast } from './broadcast';
import { feesNow, feesToReplace } from './fees';
import { keepVersion, newestCount, replace } from './prepare';
import type { Fees } from './signer';
import type { OpenNonce, Version } from './signer-book';
import type { SigningScope } from './signing-scope';

/** An unsent order loses its nonce after this time. */
const FILL_AFTER_MS = 600_000;

/** An unsent order without later nonces loses its nonce after this time: until then its payment stays promised. */
const FREE_AFTER_MS = 3_600_000;

const MOST_OPEN = 50;
const MOST_FILLED = 10;

/** A transfer of nothing to ourselves. */
const FILLER_GAS = 21_000n;

const MINUTE_MS = 60_000;

const isSent = ({ versions }: OpenNonce): boolean => versions.some(({ sentAtMs }) => sentAtMs !== null);

/** Fills the nonce of an unsent order, which can then never enter a block, so that later nonces can. */
const fill = async (scope: SigningScope, one: OpenNonce): Promise<void> => fillFor(scope, one, await feesNow(scope));

const fillFor = async (scope: SigningScope, { nonce, key, versions }: OpenNonce, fees: Fees): Promise<void> => {
  const nothing = { to: scope.signer.address, value: 0n, data: '0x', gasLimit: FILLER_GAS };
  const version = versions.length;
  const filler = await keepVersion(scope, key, { ...nothing, ...fees, nonce, version, purpose: 'FILLER' });
  await send(scope, filler);
};

/** Replaces a sent transaction with a filler. If the fees would exceed the limit, the order is only not sent again. */
const cancel = async (scope: SigningScope, one: OpenNonce): Promise<void> => {
  const newest = one.versions.at(-1)!;
  if (newest.purpose === 'ORDER') {
    const fees = feesToReplace(newest, await feesNow(scope), scope.mostFeePerGas);
    if (fees !== null) await fillFor(scope, one, fees);
  } else if (newest.sentAtMs === null) await send(scope, newest);
  else await push(scope, one, () => true);
};

const send = async (scope: SigningScope, version: Version): Promise<void> => {
  const { raw, txid } = scope.signer.sign(scope.account.chainId, version);
  await broadcast(scope, raw, txid);
};

/** The next replacement is one that was kept but not sent, because its process died. */
const nextOf = async (scope: SigningScope, key: string, versions: readonly Version[]): Promise<Version | null> => {
  const newest = versions.at(-1);
  return newest === undefined || newest.sentAtMs === null ? (newest ?? null) : replace(scope, key, versions);
};

/** Sends a sent transaction again, in case every node dropped it; with higher fees if we may replace it. */
const push = async (scope: SigningScope, { key, versions }: OpenNonce, mayReplace: (key: string) => boolean) => {
  const sent = versions.filter(({ sentAtMs }) => sentAtMs !== null);
  const last = sent.at(-1);
  if (last === undefined || scope.evm.clock.now() - last.sentAtMs! < MINUTE_MS) return;
  const isOurs = last.purpose === 'FILLER' || mayReplace(key);
  await send(scope, (isOurs ? await nextOf(scope, key, versions) : null) ?? last);
};

/** Fills blocked nonces after ten minutes, or an hour if we may replace them, and resends pending transactions. */
export const tend = async (scope: SigningScope, mayReplace: (key: string) => boolean): Promise<void> => {
  const waiting = await scope.book.open(scope.account, await newestCount(scope), MOST_OPEN);
  const lastSent = waiting.filter(isSent).at(-1)?.nonce ?? -1n;
  const nowMs = scope.evm.clock.now();
  const isOver = ({ nonce, key, claimedAtMs }: OpenNonce): boolean =>
    nonce < lastSent ? nowMs - claimedAtMs >= FILL_AFTER_MS : mayReplace(key) && nowMs - claimedAtMs >= FREE_AFTER_MS;
  let filled = 0;
  for (const one of waiting) {
    if (isSent(one)) await (one.isAbandoned ? cancel(scope, one) : push(scope, one, mayReplace));
    else if (isOver(one) && filled < MOST_FILLED) {
      filled += 1;
      await fill(scope, one);
    }
  }
};
