import { depositIdOf } from '../../../aggregates/chain';
import { balanceOf, nameOf } from './books';
import { cashinEnd } from './cashin-end';
import type { Findings } from './demand';
import { type Evidence, ofType } from './evidence';
import { foundIn, type Left } from './left';
import { cashoutEnd, withdrawalEnd } from './payout-end';
import { BRL } from './postings';

const idOf = (stream: string): string => stream.slice(stream.indexOf('-') + 1);

/** Each treasury balance is on the chain in a final block, and each followed transfer is in the treasury. */
export const checkTreasury = async ({ books, world }: Evidence, { equal, holds }: Findings): Promise<void> => {
  const { movements } = await world.chain.reader.rescan(0n, BigInt(world.chain.newestNumber()));
  const [first] = world.watched.cursors;
  const held = new Map([...books.balances].filter(([name]) => name.startsWith('treasury ethereum:')));
  for (const { movement } of movements) {
    const { txid, position, network, assetId, amountBaseUnits, blockNumber } = movement;
    if (assetId === null) continue;
    const name = nameOf({ kind: 'treasury', of: depositIdOf(network, txid, position), asset: String(assetId) });
    const isFollowed = first !== undefined && BigInt(blockNumber) > first.finalHeight;
    if (isFollowed || held.has(name))
      equal('the treasury holds what came', held.get(name), BigInt(amountBaseUnits), name);
    held.delete(name);
  }
  holds('the treasury holds only what came', held.size === 0, [...held.keys()]);
};

/** A PIX pays or is owed back in the append that receives it; a contradicted one waits for operators. */
export const checkSuspense = ({ books, ofCashins }: Evidence, { equal }: Findings): void => {
  for (const [stream, history] of ofCashins) {
    if (ofType(history, 'CashinContradicted').length > 0) continue;
    for (const { data } of ofType(history, 'PixReceived'))
      equal('a PIX pays or is owed back', balanceOf(books, 'cashin-suspense', data.endToEndId, BRL), 0n, stream);
  }
};

const sorted = (of: Left) => Object.entries(of).sort(([one], [other]) => (one < other ? -1 : 1));

/** 9: receipts equal payments, debts and fees, for each payment and in sum. */
export const checkSums = (evidence: Evidence, findings: Findings): void => {
  const { books, ofCashouts, ofWithdrawals, ofCashins } = evidence;
  findings.equal('money events balance', books.breaches, []);
  const check = (stream: string, end: Left | null): void => {
    if (end === null) return;
    const found = foundIn(books, idOf(stream));
    findings.equal('what came in is paid, owed or kept', sorted(found), sorted(end), stream);
  };
  for (const [stream, history] of ofCashouts) {
    check(stream, cashoutEnd(history, idOf(stream)));
    for (const { data } of ofType(history, 'DepositAccepted'))
      findings.equal(
        'a deposit is spent whole',
        balanceOf(books, 'suspense', data.depositId, data.assetId),
        0n,
        stream,
      );
  }
  for (const [stream, history] of ofWithdrawals) check(stream, withdrawalEnd(history, idOf(stream)));
  for (const [stream, history] of ofCashins) check(stream, cashinEnd(history, idOf(stream)));
  checkSuspense(evidence, findings);
};
