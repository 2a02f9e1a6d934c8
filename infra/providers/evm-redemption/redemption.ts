import type {
  PeggedRedemption,
  PreparedRedemption,
  Redemption,
  RedemptionOrder,
} from '../../../commands/ports/providers/pegged-redemption';
import type { CallContext, Failure, Result } from '../../../commands/ports/providers/result';
import { canonicalEvmAddress } from '../../chains/evm/protocol/identifiers';
import { addressTopic } from '../../chains/evm/protocol/transfers';
import { broadcast } from '../../chains/evm/signing/broadcast';
import { prepare } from '../../chains/evm/signing/prepare';
import { decodeSigned, type Payment } from '../../chains/evm/signing/signer';
import { withinDeadline } from '../deadline';
import { failure } from '../failures';
import { readBalance } from './balance';
import { redemptionOf } from './ending';
import { type EvmRedemptionOptions, keyOf, type Redeeming, treasuriesOf } from './redeeming';

const TRANSFER_FROM = '0x23b872dd';

const wordOf = (amount: bigint): string => amount.toString(16).padStart(64, '0');

/** Moves tokens from the wallet to the treasury, under the wallet's allowance for the signer. */
const paymentOf = ({ token }: Redeeming, { wallet, amountBaseUnits }: RedemptionOrder, treasury: string): Payment => {
  const parties = [wallet, treasury].map((address) => addressTopic(address).slice(2)).join('');
  return { to: token, value: 0n, data: `${TRANSFER_FROM}${parties}${wordOf(BigInt(amountBaseUnits))}` };
};

/** Why nothing can be taken out of a wallet; null when it can. */
const faultOf = ({ settings, scope }: Redeeming, { wallet, amountBaseUnits }: RedemptionOrder): string | null => {
  if (canonicalEvmAddress(wallet) !== wallet) return 'The wallet is not an EVM address in its canonical form';
  if (treasuriesOf(settings).includes(wallet) || wallet === scope.signer.address)
    return 'The wallet belongs to this service';
  return BigInt(amountBaseUnits) > 0n ? null : 'The amount of the debit is zero';
};

const prepareOrder = async (redeeming: Redeeming, order: RedemptionOrder): Promise<Result<PreparedRedemption>> => {
  const { name, scope } = redeeming;
  const fault = faultOf(redeeming, order);
  if (fault !== null) return failure(name, 'REJECTED', 'UNSUPPORTED', fault);
  // A sent and stuck transaction is signed again, at the same nonce.
  const prepared = await prepare(scope, keyOf(order), paymentOf(redeeming, order, redeeming.settings.treasury), {
    mayReplace: true,
  });
  if (prepared.outcome === 'OTHER_ORDER') {
    return failure(name, 'REJECTED', 'DUPLICATE_KEY', 'The key belongs to another redemption');
  }
  if (prepared.outcome === 'REVERTS') {
    return failure(name, 'REJECTED', 'INSUFFICIENT_FUNDS', 'The token refuses the transfer out of the wallet');
  }
  if (prepared.outcome === 'OVERTAKEN') return failure(name, 'UNAVAILABLE', 'OTHER', 'Another process is signing');
  const { version } = prepared;
  const { raw, txid } = scope.signer.sign(scope.account.chainId, version);
  return { ok: true, value: { txid, nonce: version.nonce.toString(), order: raw } };
};

const isOneOf = (payments: readonly Payment[], { to, value, data }: Payment): boolean =>
  payments.some((payment) => payment.to === to && payment.value === value && payment.data === data);

/** Bytes of another order are not sent, and prove nothing about sent ones. */
const isOrders = (redeeming: Redeeming, order: RedemptionOrder, prepared: PreparedRedemption): boolean => {
  const decoded = decodeSigned(prepared.order ?? '');
  if (decoded === null) return false;
  const { account } = redeeming.scope;
  const payments = treasuriesOf(redeeming.settings).map((treasury) => paymentOf(redeeming, order, treasury));
  const isSigned = decoded.txid === prepared.txid && decoded.nonce.toString() === prepared.nonce;
  const isFromUs = decoded.from === account.address && decoded.chainId === account.chainId;
  return isSigned && isFromUs && isOneOf(payments, decoded);
};

const redeemOrder = async (
  redeeming: Redeeming,
  order: RedemptionOrder,
  prepared: PreparedRedemption,
): Promise<Result<Redemption>> => {
  const { name, scope } = redeeming;
  const { order: raw, txid, nonce } = prepared;
  if (raw === null || txid === null || !isOrders(redeeming, order, prepared)) {
    return failure(name, 'UNKNOWN', 'PROTOCOL', 'The prepared transaction does not belong to this order');
  }
  const sent = await broadcast(scope, raw, txid);
  switch (sent.outcome) {
    case 'TAKEN':
      return { ok: true, value: { redemptionKey: order.redemptionKey, state: 'PENDING' } };
    case 'NONCE_USED':
      return redemptionOf(redeeming, order, [{ txid, nonce }]);
    case 'REFUSED':
      return failure(name, 'RETRYABLE', sent.lacksFunds ? 'INSUFFICIENT_FUNDS' : 'OTHER', sent.reason);
    case 'UNKNOWN':
      return failure(name, 'UNKNOWN', 'TIMEOUT', sent.reason);
    case 'NOT_ASKED':
      return failure(name, 'UNAVAILABLE', 'OTHER', sent.reason);
  }
};

/** In the events of withdrawals: a signer's withdrawals are asked about by that signer's nonces alone. */
export const redemptionNameOf = (network: string, spender: string): string => `evm:${network}:${spender}`;

export const createEvmRedemption = (options: EvmRedemptionOptions): PeggedRedemption => {
  const { settings, scope } = options;
  const { network, mode } = scope.evm.watch;
  const spender = scope.signer.address;
  const name = redemptionNameOf(network, spender);
  const redeeming: Redeeming = { ...options, name };
  const within = <Value>(
    { deadlineMs }: CallContext,
    kind: Failure['kind'],
    work: () => Promise<Result<Value>>,
  ): Promise<Result<Value>> => {
    const otherwise = (why: string): Failure => failure(name, kind, 'TIMEOUT', why);
    return withinDeadline({ atMs: deadlineMs, clock: scope.evm.clock, work, otherwise });
  };
  return {
    ...{ name, mode, network, assetId: settings.assetId, spender, partnerId: settings.partnerId },
    readBalance: (context, wallet) => within(context, 'UNAVAILABLE', () => readBalance(redeeming, wallet)),
    prepare: (context, order) => within(context, 'UNAVAILABLE', () => prepareOrder(redeeming, order)),
    redeem: (context, order, prepared) => within(context, 'UNKNOWN', () => redeemOrder(redeeming, order, prepared)),
    get: (context, order, sent) => within(context, 'UNAVAILABLE', () => redemptionOf(redeeming, order, sent)),
  };
};
