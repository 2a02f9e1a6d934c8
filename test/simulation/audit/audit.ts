import type { World } from '../world/world';
import { checkBank, checkOrders } from './bank-checks';
import { checkCashinPaths, checkCharges, checkDeliveries } from './cashin-checks';
import { checkDeposits, checkLog, checkPaths, checkRest } from './cashout-checks';
import { createFindings } from './demand';
import { evidenceOf } from './evidence';
import { checkExpiries } from './expiry-checks';
import { checkHolds } from './hold-checks';
import { checkChargesMade } from './making-checks';
import { checkSums, checkSuspense, checkTreasury } from './sum-checks';
import { checkRows, checkWebhooks } from './told-checks';
import { checkDebits, checkPromises, checkWithdrawalPaths } from './withdrawal-checks';

/** Checks the laws that hold at any time, also while work is under way. */
export const auditMidway = async (world: World): Promise<readonly string[]> => {
  const findings = createFindings();
  const evidence = await evidenceOf(world);
  checkLog(evidence, findings);
  checkPaths(evidence, findings);
  checkDeposits(evidence, findings);
  checkWithdrawalPaths(evidence, findings);
  checkDebits(evidence, findings);
  checkCashinPaths(evidence, findings);
  checkDeliveries(evidence, findings);
  checkSuspense(evidence, findings);
  checkHolds(evidence, findings);
  findings.equal('money events balance', evidence.books.breaches, []);
  return findings.violations;
};

export interface Audited {
  readonly violations: readonly string[];
  readonly payments: number;
}

/** Checks the invariants of the design, and the laws that hold at rest. */
export const auditAtRest = async (world: World): Promise<Audited> => {
  const findings = createFindings();
  const evidence = await evidenceOf(world);
  checkLog(evidence, findings);
  checkPaths(evidence, findings);
  checkDeposits(evidence, findings);
  checkExpiries(evidence, findings);
  checkRest(evidence, findings);
  checkWithdrawalPaths(evidence, findings);
  checkDebits(evidence, findings);
  checkPromises(evidence, findings);
  checkBank(evidence, findings);
  await checkOrders(evidence, findings);
  checkHolds(evidence, findings);
  checkCashinPaths(evidence, findings);
  await checkChargesMade(evidence, findings);
  checkCharges(evidence, findings);
  checkDeliveries(evidence, findings);
  checkSums(evidence, findings);
  await checkTreasury(evidence, findings);
  checkWebhooks(evidence, findings);
  checkRows(evidence, findings);
  const payments = evidence.ofCashouts.size + evidence.ofWithdrawals.size + evidence.ofCashins.size;
  return { violations: findings.violations, payments };
};
