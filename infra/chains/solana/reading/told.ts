import type { Transfer } from '../../../../commands/ports/chains/chain-reader';
import { cropOf, unreadable } from '../../closed/crop';
import type { Crop, ToldTransaction } from '../../closed/node';
import { transfersIn } from '../../closed/transfers';
import { EVERYBODY } from '../../closed/watch';
import { fieldsOf, listOf, readCount, textOf, timeOfSecond } from '../../encodings/answers';
import { messageOf } from '../../nodes/nodes-error';
import { foundIn } from '../verdicts';
import type { SolanaWatch } from '../watch';
import { readEffects } from './effects';
import { decodeSent, memosOf, memoTextOf, type SentTransaction } from './sent';

export interface Listed {
  readonly signature: string;
  readonly slot: bigint;
  /** Ours; null when the list shows no memo, as of newer memo programs. */
  readonly memos: readonly string[] | null;
}

type Fields = Readonly<Record<string, unknown>>;

/** Answers name no hash of the transaction's block. */
const blockHashOf = (slot: bigint): string => `height:${slot}`;

export const unreadOf = (listed: Listed, reason: string, isContradiction = false): ToldTransaction => ({
  ...{ txid: listed.signature, height: listed.slot, blockHash: blockHashOf(listed.slot) },
  crop: unreadable(reason, listed.memos, isContradiction),
});

const sentIn = ({ transaction }: Fields): SentTransaction => {
  const [bytes] = listOf(transaction, 'transaction');
  return decodeSent(Buffer.from(textOf(bytes, 'transaction'), 'base64'));
};

/** The verified crop of a transaction whose bytes match; the rest of the answer may be anything. */
const effectCrop = (sent: SentTransaction, answer: Fields, listed: Listed, watch: SolanaWatch): Crop => {
  const { signature: txid, slot: height } = listed;
  const memos = memosOf(sent, watch.memoPrefix);
  if (memos.length > 0 && !sent.isSigned()) {
    return unreadable(`the bytes of ${txid} do not bear its signature`, listed.memos, true);
  }
  try {
    const effects = readEffects(sent, answer['meta']);
    const block = { height, hash: blockHashOf(height), time: timeOfSecond(answer['blockTime']) };
    const signer = sent.keys[0] ?? null;
    return cropOf(effects === null ? [] : foundIn(effects, watch), { txid, memos, signer, block }, watch);
  } catch (error) {
    return unreadable(`${txid}: ${messageOf(error)}`, memos);
  }
};

const cropIn = (answer: Fields, listed: Listed, watch: SolanaWatch): Crop => {
  const { signature: txid, memos } = listed;
  let sent: SentTransaction;
  try {
    sent = sentIn(answer);
  } catch (error) {
    return unreadable(`${txid} cannot be decoded: ${messageOf(error)}`, memos);
  }
  if (sent.txid !== txid) return unreadable(`the bytes of ${txid} are those of ${sent.txid}`, memos, true);
  return effectCrop(sent, answer, listed, watch);
};

/** Reads an answer to `getTransaction` about a listed transaction. Never throws. */
export const toldOf = (value: unknown, listed: Listed, watch: SolanaWatch): ToldTransaction => {
  const { signature, slot } = listed;
  try {
    const answer = fieldsOf(value, 'transaction');
    const told = readCount(answer['slot'], 'slot');
    if (told !== slot) return unreadOf(listed, `${signature} is listed in slot ${slot}, and told in ${told}`, true);
    return { txid: signature, height: slot, blockHash: blockHashOf(slot), crop: cropIn(answer, listed, watch) };
  } catch (error) {
    return unreadOf(listed, `${signature}: ${messageOf(error)}`);
  }
};

/** Net gains of all accounts. The reference is the transaction's only memo. Never throws. */
export const transfersOf = (value: unknown, watch: SolanaWatch): readonly Transfer[] => {
  let memo: string | null = null;
  const read = () => {
    const answer = fieldsOf(value, 'transaction');
    const sent = sentIn(answer);
    memo = memoTextOf(sent);
    const effects = readEffects(sent, answer['meta']);
    return effects === null ? [] : foundIn(effects, { ...watch, receivers: EVERYBODY, tokenAccounts: new Map() });
  };
  return transfersIn(read, () => memo);
};
