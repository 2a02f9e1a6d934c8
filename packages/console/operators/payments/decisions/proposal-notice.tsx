import { Facts } from '../../../parts/facts';
import { fieldOf } from '../../../parts/frame/action';
import { useReader } from '../../../parts/reader';
import { Text } from '../../../parts/values/text';
import { Time } from '../../../parts/values/time';
import type { OpsProposal } from '../../../wire';
import { change } from '../../api/work';
import { ChangeButton } from '../../frame/change-dialog';
import { useSession } from '../../frame/signed-in';
import { EVIDENCE } from './outcomes';

interface ProposalNoticeProps {
  readonly of: OpsProposal;
  readonly paymentId: string;
  readonly onSecond: () => void;
  readonly onWithdrawn: () => void;
}

/** The decision of the first operator, and the events since. The second operator is another person. */
export const ProposalNotice = ({ of: proposal, paymentId: id, onSecond, onWithdrawn }: ProposalNoticeProps) => {
  const { work, timeline } = useReader().words;
  const { name, permissions } = useSession().operator;
  const { outcome, changedSince, revision } = proposal;
  const withdraw = (fields: FormData, key: string) =>
    change('/ops/v1/payments/{id}/withdraw', { id, key, body: { reason: fieldOf(fields, 'reason'), revision } });
  return (
    <section class="notice" aria-label={work.kinds.PROPOSAL}>
      <p>
        <strong>{work.outcomes[outcome.how]}</strong> · {work.proposedBy} <Text limit={80}>{proposal.proposedBy}</Text>,{' '}
        <Time of={proposal.proposedAt} />
      </p>
      <Facts
        of={[
          ...EVIDENCE[outcome.how].map(
            (field) => [work.evidence[field], <Text>{String(outcome[field] ?? '')}</Text>] as const,
          ),
          [timeline.reason, proposal.reason === null ? null : <Text>{proposal.reason}</Text>],
          [work.changedSince, changedSince.length === 0 ? work.nothingSince : <Text>{changedSince.join(', ')}</Text>],
        ]}
      />
      {proposal.proposedBy === name && <p>{work.anotherPerson}</p>}
      <p class="tools">
        {proposal.proposedBy !== name && permissions.includes('approve') && (
          <button type="button" class="primary" onClick={onSecond}>
            {work.second}
          </button>
        )}
        {permissions.includes('operate') && (
          <ChangeButton title={work.ways.WITHDRAW} lead={work.withdrawLead} send={withdraw} onDone={onWithdrawn} />
        )}
      </p>
    </section>
  );
};
