import type { DepositResolutionProposed } from '../../../../aggregates/deposit/events';
import { inBatches } from '../../../../commands/watching/in-parallel';
import { listUnmatchedDeposits } from '../../../../read-models/matching/deposits';
import type { DepositItem, ShownDeposit } from '../../../reads/deposits/shown-deposit';
import type { OpsDeps } from '../ops-deps';
import { inCatalog } from '../payments/amounts';
import type { OpsDeposit, OpsDepositProposal, OpsDeposits, OpsShownDeposit } from './deposits.dto';

const MOST = 50;
const AT_ONCE = 10;

type Deps = Pick<OpsDeps, 'assets' | 'query' | 'deposits' | 'readStream' | 'networks'>;

export const depositStream = (depositId: string): string => `deposit-${depositId}`;

/** Unmatched deposits, the newest 50. */
export const depositsAnswer = async (ops: Deps): Promise<OpsDeposits> => {
  const rows = await listUnmatchedDeposits(ops.query, MOST + 1);
  const modes = await modesOf(ops);
  const items: OpsDeposit[] = [];
  for (const batch of inBatches(AT_ONCE, rows.slice(0, MOST)))
    items.push(...(await Promise.all(batch.map(async (row) => itemOf(ops, modes, await ops.deposits.item(row))))));
  return { items, hasMore: rows.length > MOST };
};

/** Refuses NOT_FOUND. */
export const depositAnswer = async (ops: Deps, depositId: string): Promise<OpsShownDeposit> => {
  const shown = await ops.deposits.shown(depositId);
  return { ...(await itemOf(ops, await modesOf(ops), shown)), ...transactionOf(ops, shown) };
};

type Modes = ReadonlyMap<string, string | null>;

const modesOf = async ({ networks }: Deps): Promise<Modes> =>
  new Map((await networks()).map(({ network, mode }) => [network, mode]));

const itemOf = async (ops: Deps, modes: Modes, item: DepositItem): Promise<OpsDeposit> => {
  const { assetId } = item;
  const amountOf = (baseUnits: string) => inCatalog(ops, assetId, baseUnits);
  return {
    ...{ depositId: item.depositId, status: item.status, reason: item.reason, network: item.network },
    ...{ mode: modes.get(item.network) ?? null, txHash: item.txid },
    ...{ amount: amountOf(item.amountBaseUnits), sender: item.sender, since: item.since },
    proposal: item.proposal === null ? null : proposalOf(item.proposal),
    candidates: item.candidates.map((candidate) => ({
      ...{ intentId: candidate.intentId, status: candidate.status, amount: amountOf(candidate.amountBaseUnits) },
      ...{ because: [...candidate.because], refusal: candidate.refusal, setAside: [...candidate.setAside] },
    })),
    revision: (await ops.readStream(depositStream(item.depositId))).at(-1)?.revision ?? 0,
  };
};

const proposalOf = ({ resolution, ...said }: DepositResolutionProposed): OpsDepositProposal => ({
  how: resolution.how,
  intentId: resolution.how === 'ASSIGN' ? resolution.intentId : null,
  ...(resolution.how === 'REFUND'
    ? { transaction: resolution.txid, to: resolution.to, reference: resolution.reference ?? null }
    : { transaction: null, to: null, reference: null }),
  ...{ proposedBy: said.proposedBy, proposedAt: said.proposedAt, reason: said.reason },
  heldUntil: said.heldUntil ?? null,
});

const transactionOf = (ops: Deps, shown: ShownDeposit): Omit<OpsShownDeposit, keyof OpsDeposit> => ({
  ...{ intentId: shown.intentId, receiver: shown.receiver, senderReference: shown.senderReference },
  ...{ unsupported: shown.unsupported, blockNumber: shown.blockNumber, blockTime: shown.blockTime },
  ...{ memos: [...shown.memos], mentions: [...shown.mentions] },
  transaction: shown.transaction.map((movement) => ({
    ...{ depositId: movement.depositId, status: movement.status },
    amount: inCatalog(ops, movement.assetId, movement.amountBaseUnits),
    ...{ sender: movement.sender, receiver: movement.receiver },
  })),
});
