import type { FoundMovement } from '../found-movements';
import { base58Address, base58Whole } from './protocol/address';
import type { Contract } from './protocol/raw-data';
import type { Effects, InternalTransfer, Log } from './reading/effects';
import type { TronWatch } from './watch';

export const OTHERWISE = 'the tokens did not arrive by a transfer that the payer called on the token';
export const BY_CONTRACT = 'the coin was sent by a contract';

const TRANSFER_TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const TRANSFER_SELECTOR = 'a9059cbb';
const WORD = /^[0-9a-f]{64}$/;
/** The part of a word before the address. */
const PADDING_DIGITS = 24;
const TOKEN_ID = /^\d{1,20}$/;

type TronArrivals = Pick<TronWatch, 'native' | 'assets'> & {
  readonly accounts: Pick<TronWatch['accounts'], 'get'>;
};

/** 20 bytes as hex; tokens ignore the bytes before them. */
const addressIn = (word: string): string => word.slice(PADDING_DIGITS);

interface TokenTransfer {
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
}

/** Null: a log of something else, such as Approval, or of a token without an amount. */
export const transferIn = ({ topics, data }: Log): TokenTransfer | null => {
  const [topic, from = '', to = ''] = topics;
  const isTransfer = topic === TRANSFER_TOPIC && topics.length === 3 && [from, to, data].every((one) => WORD.test(one));
  return isTransfer ? { from: addressIn(from), to: addressIn(to), amount: BigInt(`0x${data}`) } : null;
};

const calledTransfer = (contract: Contract, token: string): TokenTransfer | null => {
  if (contract.kind !== 'CALL' || contract.contract.slice(2) !== token) return null;
  const { data, owner } = contract;
  const [selector, to, amount] = [data.slice(0, 8), data.slice(8, 72), data.slice(72, 136)];
  if (selector !== TRANSFER_SELECTOR || !WORD.test(amount)) return null;
  return { from: owner.slice(2), to: addressIn(to), amount: BigInt(`0x${amount}`) };
};

const isSame = (one: TokenTransfer, other: TokenTransfer | null): boolean =>
  one.from === other?.from && one.to === other.to && one.amount === other.amount;

const tokenMovement = (log: Log, index: number, contract: Contract, watch: TronArrivals): readonly FoundMovement[] => {
  const transfer = transferIn(log);
  const receiver = watch.accounts.get(transfer?.to ?? '');
  if (transfer === null || receiver === undefined) return [];
  const token = base58Address(log.address);
  const assetId = watch.assets.get(token)?.assetId ?? null;
  const isPaid = assetId === null || isSame(transfer, calledTransfer(contract, log.address));
  return [
    {
      ...{ position: index.toString(), assetId, contract: token, amount: transfer.amount, receiver },
      ...{ sender: base58Address(transfer.from), unsupported: isPaid ? null : OTHERWISE },
    },
  ];
};

const internalMovement = (sent: InternalTransfer, { native, accounts }: TronArrivals): readonly FoundMovement[] => {
  const receiver = accounts.get(sent.to.slice(2));
  if (native === null || receiver === undefined) return [];
  const { position, amount, from } = sent;
  return [
    {
      ...{ position, assetId: native.assetId, contract: null, amount, receiver },
      ...{ sender: base58Whole(from), unsupported: BY_CONTRACT },
    },
  ];
};

/** Names a TRC-10 token by its id. */
const tokenName = (token: string): string =>
  TOKEN_ID.test(token) ? token : Buffer.from(token, 'latin1').toString('hex').slice(0, 64);

const ownMovement = (contract: Contract, { native, accounts }: TronArrivals): readonly FoundMovement[] => {
  if (contract.kind !== 'TRX' && contract.kind !== 'TRC10') return [];
  const receiver = accounts.get(contract.to.slice(2));
  const isCoin = contract.kind === 'TRX';
  if (receiver === undefined || (isCoin && native === null)) return [];
  return [
    {
      ...{ position: 'native', assetId: isCoin ? native!.assetId : null, amount: contract.amount, receiver },
      ...{ contract: isCoin ? null : tokenName(contract.token), sender: base58Whole(contract.owner) },
      unsupported: null,
    },
  ];
};

/** The movements to us in a transaction that succeeded. */
export const foundIn = (contract: Contract, effects: Effects, watch: TronArrivals): readonly FoundMovement[] =>
  [
    ...ownMovement(contract, watch),
    ...effects.logs.flatMap((log, index) => tokenMovement(log, index, contract, watch)),
    ...effects.internal.flatMap((sent) => internalMovement(sent, watch)),
  ].filter(({ amount }) => amount > 0n);
