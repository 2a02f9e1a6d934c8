import type { DepositResolution, DepositResolutionProposed } from '../../../../aggregates/deposit/events';
import type { RankedCandidate } from '../../../../aggregates/deposit/ranking';
import { rejection } from '../../../../aggregates/rejection';
import { type DepositRow, findDeposit } from '../../../../read-models/matching/deposits';
import { findStreams } from '../../../../read-models/operators/audit-trail';
import { candidatesOf, depositOf } from '../../../reads/deposit-candidates';
import type { Session } from '../../wiring/session';
import { MOST_OF_A_PAGE } from '../lists/paging';

/** A deposit of the inbox, with the intents that it may be meant for as of now. */
export const depositItem = async ({ adapters: { ports } }: Session, row: DepositRow) => {
  const nowMs = ports.clock.now();
  const state = await depositOf(ports.eventStore, row.deposit_id);
  const final = state !== null && 'final' in state ? state.final : null;
  return {
    depositId: row.deposit_id,
    status: row.status,
    reason: row.reason,
    inTime: row.in_time,
    network: row.network,
    assetId: row.asset_id,
    contract: row.contract,
    amountBaseUnits: row.amount_base_units,
    sender: row.sender,
    since: row.updated_at,
    ageSeconds: Math.max(0, Math.floor((nowMs - Date.parse(row.updated_at)) / 1000)),
    proposal: state?.status === 'UNMATCHED' ? (state.proposal ?? null) : null,
    candidates: final === null || row.status !== 'UNMATCHED' ? [] : await candidatesOf(ports.query)(final, nowMs),
  };
};

export type DepositItem = Awaited<ReturnType<typeof depositItem>>;

/** With its transaction: every memo of ours, and every movement to a receiver of ours. */
export const shownDeposit = async (session: Session, depositId: string) => {
  const { eventStore, query } = session.adapters.ports;
  const row = await findDeposit(query, depositId);
  if (row === null) throw rejection('NOT_FOUND', 'No such deposit');
  const state = await depositOf(eventStore, depositId);
  const final = state !== null && 'final' in state ? state.final : null;
  return {
    ...(await depositItem(session, row)),
    intentId: row.intent_id,
    receiver: row.receiver,
    senderReference: final?.senderReference ?? null,
    isOwn: final?.isOwn ?? false,
    unsupported: row.unsupported,
    blockNumber: row.block_number,
    blockTime: row.block_time,
    memos: row.memos,
    mentions: final?.mentions ?? [],
    movements: row.movements,
    transaction: await movementsOf(session, row),
  };
};

export type ShownDeposit = Awaited<ReturnType<typeof shownDeposit>>;

/** Dust without a memo has no stream, so that fewer may be listed than the transaction has. */
const movementsOf = async ({ adapters: { ports } }: Session, { network, txid }: DepositRow) => {
  const page = { limit: MOST_OF_A_PAGE, after: null };
  const streams = await findStreams(ports.query, [`deposit-${network}:${txid}:`], page);
  const rows = await Promise.all(streams.map(({ stream }) => findDeposit(ports.query, stream.replace('deposit-', ''))));
  return rows
    .filter((row) => row !== null)
    .map((row) => ({
      ...{ depositId: row.deposit_id, assetId: row.asset_id, contract: row.contract, status: row.status },
      ...{ amountBaseUnits: row.amount_base_units, sender: row.sender, receiver: row.receiver },
    }));
};

export const amountWords = (item: Pick<DepositItem, 'assetId' | 'contract' | 'amountBaseUnits'>): string =>
  `${item.amountBaseUnits} base units of ${item.assetId === null ? (item.contract ?? 'the native coin') : `asset ${item.assetId}`}`;

const AGES = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
] as const;

export const ageWords = (seconds: number): string => {
  const [unit, name] = AGES.find(([length]) => seconds >= length) ?? [1, 's'];
  return `${Math.floor(seconds / unit)} ${name}`;
};

export const candidateLine = (candidate: RankedCandidate): string => {
  const { intentId, status, amountBaseUnits, because, refusal, setAside } = candidate;
  const aside = setAside.length === 0 ? 'sets nothing aside' : `sets aside ${setAside.join(', ')}`;
  const end = refusal === null ? aside : `cannot be assigned: ${refusal}`;
  return `  ${intentId}  ${status}  ${amountBaseUnits}  ${because.join(', ')}; ${end}`;
};

const resolutionWords = (resolution: DepositResolution): string => {
  if (resolution.how === 'ASSIGN') return `to assign it to ${resolution.intentId}`;
  if (resolution.how === 'WRITE_OFF') return 'to write it off';
  const { txid, to, reference } = resolution;
  return `that ${txid} has given it back to ${to}${reference === undefined ? '' : ` with the reference ${reference}`}`;
};

const proposalLine = ({ resolution, proposedBy, reason }: DepositResolutionProposed): string => {
  return `  -> ${proposedBy} has proposed ${resolutionWords(resolution)} (${reason}); another operator gives the same command`;
};

export const depositLines = (item: DepositItem): string =>
  [
    `${item.depositId}  ${item.reason ?? item.status}  ${ageWords(item.ageSeconds)}  ${amountWords(item)} from ${item.sender}`,
    ...(item.proposal === null ? [] : [proposalLine(item.proposal)]),
    ...item.candidates.map(candidateLine),
  ].join('\n');
