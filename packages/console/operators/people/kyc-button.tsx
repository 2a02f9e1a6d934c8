import { fieldOf } from '../../parts/frame/action';
import { useReader } from '../../parts/reader';
import { wordFor } from '../../words/codes';
import { change } from '../api/work';
import { ChangeButton } from '../frame/change-dialog';
import { useSession } from '../frame/signed-in';

const STATUSES = ['PENDING', 'SUBMITTED', 'APPROVED', 'REJECTED'] as const;

interface KycButtonProps {
  readonly userId: string;
  /** The status of now; null: unknown. */
  readonly status: string | null;
  readonly onDone: () => void;
}

/** Sets the KYC status of a user. Not drawn for a role that may not. */
export const KycButton = ({ userId: id, status, onDone }: KycButtonProps) => {
  const { work, kyc } = useReader().words;
  if (!useSession().operator.permissions.includes('operate')) return null;
  const others = STATUSES.filter((each) => each !== status);
  const send = (fields: FormData, key: string) => {
    const chosen = others.find((each) => each === fieldOf(fields, 'status')) ?? 'PENDING';
    return change('/ops/v1/users/{id}/kyc', { id, key, body: { status: chosen, reason: fieldOf(fields, 'reason') } });
  };
  return (
    <ChangeButton title={work.kyc} lead={work.kycLead} send={send} onDone={onDone}>
      <label>
        <span>{work.kycStatus}</span>
        <select name="status">
          {others.map((each) => (
            <option key={each} value={each}>
              {wordFor(kyc, each)}
            </option>
          ))}
        </select>
      </label>
    </ChangeButton>
  );
};
