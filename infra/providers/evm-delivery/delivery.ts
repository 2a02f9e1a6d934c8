import { createTurns } from '../../../commands/handling/turns';
import type { CryptoDelivery, Delivery } from '../../../commands/ports/providers/crypto-delivery';
import type { CallContext, Failure, Result } from '../../../commands/ports/providers/result';
import { broadcast } from '../../chains/evm/signing/broadcast';
import { type Decoded, decodeSigned } from '../../chains/evm/signing/signer';
import type { Version } from '../../chains/evm/signing/signer-book';
import { withinDeadline } from '../deadline';
import { failure } from '../failures';
import { deliveryAtFinality, deliveryOf } from './ending';
import { fundsOf } from './funds';
import { assetOf, canReceive, notDelivered, prepareOrder } from './preparing';
import { type EvmDeliveryOptions, keyOf, paidBy, type Treasury } from './treasury';

const versionsOf = async ({ scope }: Treasury, key: string, of: Version['purpose']): Promise<readonly Version[]> =>
  (await scope.book.versions(scope.account, key)).filter(({ purpose }) => purpose === of);

/** A transaction of our account. A book with versions of the key must name the transaction; a lost book has none. */
const isOfKey = async (treasury: Treasury, key: string, { from, chainId, txid }: Decoded): Promise<boolean> => {
  const { account } = treasury.scope;
  if (from !== account.address || chainId !== account.chainId) return false;
  const versions = await versionsOf(treasury, key, 'ORDER');
  return versions.length === 0 || versions.some((one) => one.txid === txid);
};

const broadcastBytes = async (
  treasury: Treasury,
  partnerId: string,
  idempotencyKey: string,
  raw: string,
): Promise<Result<Delivery>> => {
  const { name, scope } = treasury;
  const decoded = decodeSigned(raw);
  const paid = decoded === null ? null : paidBy(decoded);
  if (decoded === null || paid === null || !(await isOfKey(treasury, keyOf(partnerId, idempotencyKey), decoded))) {
    return failure(name, 'REJECTED', 'OTHER', 'This transaction does not belong to the key');
  }
  const { txid: txId, nonce } = decoded;
  const sent = await broadcast(scope, raw, txId);
  const way = { idempotencyKey, amount: paid.amount, txId, nonce, txids: [txId], fillers: [], isReplacement: false };
  const pending = { ok: true, value: deliveryOf(treasury, way, 'BROADCAST') } as const;
  switch (sent.outcome) {
    case 'TAKEN':
      return pending;
    case 'NONCE_USED':
      return (
        (await known(treasury, partnerId, idempotencyKey, txId)) ??
        deliveryAtFinality(treasury, { ...way, otherwise: pending })
      );
    case 'REFUSED':
      return failure(name, 'RETRYABLE', sent.lacksFunds ? 'INSUFFICIENT_FUNDS' : 'OTHER', sent.reason);
    case 'UNKNOWN':
      return failure(name, 'UNKNOWN', 'TIMEOUT', sent.reason);
    case 'NOT_ASKED':
      return failure(name, 'UNAVAILABLE', 'OTHER', sent.reason);
  }
};

const known = async (
  treasury: Treasury,
  partnerId: string,
  idempotencyKey: string,
  asked: string | null,
): Promise<Result<Delivery> | null> => {
  const key = keyOf(partnerId, idempotencyKey);
  const versions = await versionsOf(treasury, key, 'ORDER');
  const sent = versions.filter(({ sentAtMs }) => sentAtMs !== null);
  const last = sent.at(-1) ?? versions.at(-1);
  const paid = last === undefined ? null : paidBy(last);
  if (last === undefined || paid === null) return null;
  const way = { idempotencyKey, amount: paid.amount, txId: last.txid };
  return deliveryAtFinality(treasury, {
    ...{ ...way, nonce: last.nonce, txids: versions.map(({ txid }) => txid) },
    fillers: (await versionsOf(treasury, key, 'FILLER')).map(({ txid }) => txid),
    isReplacement: asked !== null && asked !== last.txid,
    // A sent transaction that no node knows is PREPARED too: the caller broadcasts it again.
    otherwise: { ok: true, value: deliveryOf(treasury, way, 'PREPARED') },
  });
};

/** In the events of cash-ins: a signer's deliveries are asked about by that signer's nonces alone. */
export const deliveryNameOf = (network: string, signer: string): string => `evm:${network}:${signer}`;

export const createEvmDelivery = (options: EvmDeliveryOptions): CryptoDelivery => {
  const { network, mode } = options.scope.evm.watch;
  const name = deliveryNameOf(network, options.scope.signer.address);
  const treasury: Treasury = { ...options, name };
  const inTurn = createTurns();
  const within = <Value>(
    { deadlineMs }: CallContext,
    kind: Failure['kind'],
    work: () => Promise<Result<Value>>,
  ): Promise<Result<Value>> => {
    const otherwise = (why: string): Failure => failure(name, kind, 'TIMEOUT', why);
    return withinDeadline({ atMs: deadlineMs, clock: options.scope.evm.clock, work, otherwise });
  };
  return {
    ...{ name, mode, isConverting: false },
    serves: (asset) => assetOf(treasury, asset) !== undefined,
    checkDestination: async (_context, { destination }) => ({
      ok: true,
      value: { canReceive: canReceive(treasury, destination) },
    }),
    // Prepares one order at a time: the funds of each depend on the orders before it.
    prepare: (context, order) =>
      within(context, 'UNAVAILABLE', () => inTurn(name, () => prepareOrder(treasury, context.partnerId, order))),
    broadcast: (context, key, prepared) =>
      within(context, 'UNKNOWN', () => broadcastBytes(treasury, context.partnerId, key, prepared)),
    get: (context, key, txId) =>
      within(context, 'UNAVAILABLE', async () => {
        const nothing = failure(name, 'NOT_FOUND', 'OTHER', 'No transaction was signed under this key');
        return (await known(treasury, context.partnerId, key, txId)) ?? nothing;
      }),
    available: (context, asset) =>
      within(context, 'UNAVAILABLE', async () => {
        const sold = assetOf(treasury, asset);
        if (sold === undefined) return notDelivered(treasury);
        return { ok: true, value: { amount: (await fundsOf(treasury, sold)).left } };
      }),
  };
};
