import { fieldOf } from '../../../parts/frame/action';
import type { Answer } from '../../../parts/frame/answer';
import { useReader } from '../../../parts/reader';
import type { OpsPayment } from '../../../wire';
import { change } from '../../api/work';
import { ChangeDialog } from '../../frame/change-dialog';

interface HoldDialogProps {
  readonly payment: OpsPayment;
  readonly isRelease: boolean;
  readonly onDone: (isProposed: boolean) => void;
  readonly onClose: () => void;
}

/** Holds a payment, or releases it. */
export const HoldDialog = ({ payment: { id, revision }, isRelease, onDone, onClose }: HoldDialogProps) => {
  const { work } = useReader().words;
  const title = isRelease ? work.release : work.hold;
  const send = (fields: FormData, key: string): Promise<Answer<unknown>> => {
    const sent = { id, key, body: { reason: fieldOf(fields, 'reason'), revision } };
    return isRelease ? change('/ops/v1/payments/{id}/release', sent) : change('/ops/v1/payments/{id}/hold', sent);
  };
  return (
    <ChangeDialog title={title} action={title} send={send} onDone={() => onDone(false)} onClose={onClose}>
      <p>{isRelease ? work.releaseLead : work.holdLead}</p>
    </ChangeDialog>
  );
};
