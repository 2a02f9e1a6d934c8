import { randomBytes } from 'node:crypto';
import type { FinalDeposit } from '../../aggregates/deposit/events';
import { type NewStream, propose } from './ledger';

/** Asset 1 on `ethereum`, as the rows of `seeds/list-rows` have it. */
export const finalDeposit = (given: Partial<FinalDeposit>): FinalDeposit => {
  const txid = `0x${randomBytes(32).toString('hex')}`;
  return {
    ...{ depositId: `ethereum:${txid}:0`, network: 'ethereum', txid, position: '0', mode: 'sandbox' },
    ...{ assetId: 1, contract: null, amountBaseUnits: '1000000', sender: '0xsender', receiver: '0xreceiver' },
    ...{ memos: [], movements: 1, unsupported: null, blockNumber: '1', blockHash: '0x' },
    blockTime: new Date().toISOString(),
    ...given,
  };
};

export const finalStream = (final: FinalDeposit): NewStream => {
  const { depositId } = final;
  const finalised = { type: 'DepositFinalised', data: { ...final, finalisedAt: new Date().toISOString() } } as const;
  return { stream: `deposit-${depositId}`, events: [propose(finalised, null, depositId)] };
};

export const unmatchedStream = (final: FinalDeposit): NewStream => {
  const { depositId } = final;
  const verdict = { depositId, reason: 'NO_MEMO', candidates: [], inTime: false, ruleVersion: 1 } as const;
  const unmatched = { type: 'DepositUnmatched', data: { ...verdict, unmatchedAt: new Date().toISOString() } } as const;
  const { stream, events } = finalStream(final);
  return { stream, events: [...events, propose(unmatched, null, depositId)] };
};
