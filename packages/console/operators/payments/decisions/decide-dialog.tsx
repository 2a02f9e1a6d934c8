import { useState } from 'preact/hooks';
import { fieldOf } from '../../../parts/frame/action';
import { useReader } from '../../../parts/reader';
import type { OpsPayment, OpsProposal } from '../../../wire';
import { change } from '../../api/work';
import { ChangeDialog } from '../../frame/change-dialog';
import { EVIDENCE, type How, howsOf, outcomeIn } from './outcomes';

interface DecideDialogProps {
  readonly payment: OpsPayment;
  /** Null: the first decision. */
  readonly proposal: OpsProposal | null;
  readonly onDone: (isProposed: boolean) => void;
  readonly onClose: () => void;
}

export const DecideDialog = ({ payment, proposal, onDone, onClose }: DecideDialogProps) => {
  const { work } = useReader().words;
  const { id, revision } = payment;
  const [how, setHow] = useState<How>(howsOf(payment)[0] ?? 'PAID');
  const send = (fields: FormData, key: string) => {
    const reason = fieldOf(fields, 'reason');
    if (proposal !== null)
      return change('/ops/v1/payments/{id}/second', { id, key, body: { reason, revision: proposal.revision } });
    const outcome = outcomeIn((name) => fieldOf(fields, name));
    return change('/ops/v1/payments/{id}/decide', { id, key, body: { reason, revision, outcome } });
  };
  const title = proposal === null ? work.decide : work.second;
  return (
    <ChangeDialog
      title={title}
      action={title}
      send={send}
      onDone={({ decision }) => onDone(decision === 'PROPOSED')}
      onClose={onClose}
    >
      <p>{proposal === null ? work.decideLead : work.secondLead}</p>
      {proposal !== null && (
        <p>
          <strong>{work.outcomes[proposal.outcome.how]}</strong>
        </p>
      )}
      {proposal === null && (
        <>
          <label>
            <span>{work.outcome}</span>
            <select name="how" value={how} onChange={({ currentTarget: { value } }) => setHow(value as How)}>
              {howsOf(payment).map((each) => (
                <option key={each} value={each}>
                  {work.outcomes[each]}
                </option>
              ))}
            </select>
          </label>
          {EVIDENCE[how].map((field) => (
            <label key={field}>
              <span>{work.evidence[field]}</span>
              <input name={field} required maxLength={128} spellcheck={false} />
            </label>
          ))}
        </>
      )}
    </ChangeDialog>
  );
};
