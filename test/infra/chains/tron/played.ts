import type { Crop } from '../../../../infra/chains/closed/node';
import { concernsUs, toldOf, type Walked } from '../../../../infra/chains/tron/reading/told';
import { tronWatchOf } from '../../../../infra/chains/tron/watch';
import type { Signed } from '../served/tron-ledger';
import { createScenario, type Scenario } from './scenario';

const HEAD = { height: 7n, hash: '7'.repeat(64), time: '2026-11-20T12:00:00.000Z' };
export const watch = tronWatchOf(createScenario().closed);

/** The transaction and its info, as a node returns them once its block is made. */
export const played = ({ ledger }: Scenario, payment: Signed): Walked => {
  ledger.broadcast(payment);
  ledger.makeBlocks();
  const { transactions, infos } = ledger.blocks.at(-1)!;
  return { txid: payment.txID, transaction: transactions[0]!, info: infos[0]! };
};

/** A page's view of it: nothing of a transaction that does not concern us. */
export const cropOf = (walked: Walked): Crop =>
  concernsUs(walked, watch) ? toldOf(walked, HEAD, watch).crop : { movements: [] };
