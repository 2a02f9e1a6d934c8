import type { Movement, SeenMovement } from '../../aggregates/chain';
import type { Mode } from '../../aggregates/partner/events';

/** Look-alikes are cheap to send: only the first few per transaction reach the inbox. */
const MOST_LOOK_ALIKES = 3;

export interface FoundMovement
  extends Pick<Movement, 'position' | 'assetId' | 'contract' | 'sender' | 'receiver' | 'unsupported'>,
    Partial<Pick<Movement, 'senderReference' | 'cutOff'>> {
  readonly amount: bigint;
}

export interface TransactionFacts {
  readonly network: string;
  readonly mode: Mode;
  readonly txid: string;
  readonly memos: readonly string[];
  /** The account that ordered the transaction, in canonical form; null when the answer names no account. */
  readonly signer: string | null;
  readonly own: ReadonlySet<string>;
  readonly block: { readonly number: bigint; readonly hash: string; readonly time: string };
}

/** Anybody can issue an asset or log a transfer: only the coin and assets of the catalog are money. */
const isLookAlike = ({ assetId, contract }: FoundMovement): boolean => assetId === null && contract !== null;

/** A look-alike counts only with one of our memos, and never makes the payment of the same transaction ambiguous. */
export const toMovements = (all: readonly FoundMovement[], facts: TransactionFacts): readonly Movement[] => {
  const { network, mode, txid, memos, signer, own, block } = facts;
  const isOrderedByUs = signer !== null && own.has(signer);
  const money = all.filter((item) => !isLookAlike(item));
  const lookAlikes = memos.length === 0 ? [] : all.filter(isLookAlike).slice(0, MOST_LOOK_ALIKES);
  const found = lookAlikes.length === 0 ? money : [...money, ...lookAlikes];
  const place = { blockNumber: block.number.toString(), blockHash: block.hash, blockTime: block.time };
  return found.map((item) => {
    const movements = isLookAlike(item) ? found.length : money.length;
    const moved: Movement = { network, txid, memos, mode, ...effectOf(item), movements, ...place };
    return isOrderedByUs || own.has(item.sender) ? { ...moved, isOwn: true } : moved;
  });
};

/** Fields by name: spreading the fields of every scanned transaction costs a tenth of the scan. */
const effectOf = (found: FoundMovement) => {
  const { position, assetId, contract, sender, receiver, unsupported, amount, senderReference, cutOff } = found;
  const effect = { position, assetId, contract, sender, receiver, unsupported, amountBaseUnits: amount.toString() };
  if (senderReference === undefined && cutOff === undefined) return effect;
  return {
    ...effect,
    ...(senderReference === undefined ? {} : { senderReference }),
    ...(cutOff === undefined ? {} : { cutOff }),
  };
};

export const termsOf = (movements: readonly SeenMovement[]): string =>
  JSON.stringify(
    movements.map((one) => [
      ...[one.position, one.assetId, one.contract, one.amountBaseUnits, one.sender, one.receiver],
      ...[one.memos, one.movements, one.unsupported],
    ]),
  );
