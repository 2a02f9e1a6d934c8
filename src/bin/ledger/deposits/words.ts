import type { DepositResolution, DepositResolutionProposed } from '../../../../aggregates/deposit/events';
import type { RankedCandidate } from '../../../../aggregates/deposit/ranking';
import type { DepositItem } from '../../../reads/deposits/shown-deposit';

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
  const aside = setAside.length === 0 ? 'sets no clause aside' : `sets aside ${setAside.join(', ')}`;
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
