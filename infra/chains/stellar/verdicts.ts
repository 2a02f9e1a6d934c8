import type { Asset } from '../../../commands/ports/chains/catalog';
import type { Arrivals } from '../closed/watch';
import { fieldsOf, listOf, malformed, textOf } from '../encodings/answers';
import type { FoundMovement } from '../found-movements';

export const MERGED = 'an account was merged into the receiver';
export const BY_CONTRACT = 'a contract moved the amount';

type Fields = Readonly<Record<string, unknown>>;

/** A record of Horizon's list of payments. */
export interface Operation {
  /** Unique on the network, and grows with time. */
  readonly id: bigint;
  readonly fields: Fields;
  /** Amount of an `account_merge`, by its effect; null for other operations and without that effect. */
  readonly merged: unknown;
}

interface Arrival {
  readonly position: string;
  readonly receiver: unknown;
  /** Holds the asset's fields; null: the coin. */
  readonly asset: Fields | null;
  readonly amount: unknown;
  readonly unsupported: string | null;
}

const contractChanges = (id: bigint, { asset_balance_changes: changes }: Fields): readonly Arrival[] =>
  listOf(changes ?? [], 'asset_balance_changes').map((change, index) => {
    const fields = fieldsOf(change, 'asset_balance_changes');
    const { to: receiver, amount } = fields;
    return { position: `${id}.${index}`, receiver, asset: fields, amount, unsupported: BY_CONTRACT };
  });

const arrivalsOf = ({ id, fields, merged }: Operation): readonly Arrival[] => {
  const position = id.toString();
  const { to, amount, account, into, starting_balance: start } = fields;
  switch (textOf(fields['type'], 'type')) {
    case 'payment':
    case 'path_payment_strict_receive':
    case 'path_payment_strict_send':
      return [{ position, receiver: to, asset: fields, amount, unsupported: null }];
    case 'create_account':
      return [{ position, receiver: account, asset: null, amount: start, unsupported: null }];
    case 'account_merge':
      return [{ position, receiver: into, asset: null, amount: merged, unsupported: MERGED }];
    case 'invoke_host_function':
      return contractChanges(id, fields);
    default:
      return [];
  }
};

/** `CODE:ISSUER`; null: the coin. */
const contractOf = (asset: Fields | null): string | null => {
  if (asset === null || textOf(asset['asset_type'], 'asset_type') === 'native') return null;
  return `${textOf(asset['asset_code'], 'asset_code')}:${textOf(asset['asset_issuer'], 'asset_issuer')}`;
};

const DECIMALS = 7;
const AMOUNT = /^(\d{1,12})\.(\d{7})$/;
const HIGHEST_AMOUNT = 2n ** 63n - 1n;

const readStroops = (amount: unknown): bigint => {
  const [, whole, fraction] = AMOUNT.exec(textOf(amount, 'amount')) ?? [];
  if (whole === undefined || fraction === undefined) throw malformed('amount');
  const stroops = BigInt(`${whole}${fraction}`);
  if (stroops > HIGHEST_AMOUNT) throw malformed('amount');
  return stroops;
};

/** In the catalog's base units, rounded down. */
const scaled = (stroops: bigint, decimals: number): Pick<FoundMovement, 'amount' | 'cutOff'> => {
  if (decimals >= DECIMALS) return { amount: stroops * 10n ** BigInt(decimals - DECIMALS) };
  const finer = DECIMALS - decimals;
  const unit = 10n ** BigInt(finer);
  const rest = stroops % unit;
  const amount = stroops / unit;
  return rest === 0n ? { amount } : { amount, cutOff: rest.toString().padStart(finer, '0') };
};

const senderOf = (fields: Fields): Pick<FoundMovement, 'sender' | 'senderReference'> => {
  const sender = textOf(fields['source_account'], 'source_account');
  const muxedId = fields['from_muxed_id'] ?? fields['source_account_muxed_id'];
  return typeof muxedId === 'string' ? { sender, senderReference: muxedId } : { sender };
};

const assetOf = (contract: string | null, { native, assets }: Arrivals): Asset | null =>
  contract === null ? native : (assets.get(contract) ?? null);

const foundIn = (operation: Operation, watch: Arrivals): readonly FoundMovement[] =>
  arrivalsOf(operation).flatMap(({ position, receiver, asset, amount, unsupported }) => {
    if (typeof receiver !== 'string' || !watch.receivers.includes(receiver)) return [];
    const contract = contractOf(asset);
    const listed = assetOf(contract, watch);
    if (listed === null && contract === null) return [];
    const found = scaled(readStroops(amount), listed?.decimals ?? DECIMALS);
    if (found.amount === 0n) return [];
    return {
      ...{ position, receiver, contract, ...senderOf(operation.fields), ...found },
      ...{ assetId: listed?.assetId ?? null, unsupported: listed === null ? null : unsupported },
    };
  });

/** By what arrived. Throws on malformed fields of an operation that concerns us. */
export const movementsIn = (operations: readonly Operation[], watch: Arrivals): readonly FoundMovement[] =>
  operations.flatMap((operation) => foundIn(operation, watch));
