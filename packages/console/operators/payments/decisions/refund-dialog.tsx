import { fieldOf } from '../../../parts/frame/action';
import { useReader } from '../../../parts/reader';
import type { OpsPayment } from '../../../wire';
import { change } from '../../api/work';
import { ChangeDialog } from '../../frame/change-dialog';
import { owedOf } from './owed';

interface RefundDialogProps {
  readonly payment: OpsPayment;
  readonly onDone: (isProposed: boolean) => void;
  readonly onClose: () => void;
}

/** Records the transfer by which an operator gave crypto back. */
export const RefundDialog = ({ payment, onDone, onClose }: RefundDialogProps) => {
  const { work, page } = useReader().words;
  const { refund, terms } = payment;
  const { refundFields } = work;
  const fields: readonly (readonly [name: string, label: string, value: string])[] = [
    ['transaction', page.transaction, ''],
    ['network', page.network, terms.network],
    ['assetId', work.evidence.assetId, String(terms.crypto.assetId ?? '')],
    ['baseUnits', work.evidence.baseUnits, owedOf(payment) ?? ''],
    ['to', refundFields.to, refund?.to ?? ''],
    ['transferredAt', refundFields.sentAt, ''],
  ];
  const optional = [
    ['gasBaseUnits', refundFields.gas],
    ['reference', refundFields.reference],
  ] as const;
  return (
    <ChangeDialog
      title={work.refund}
      action={work.refund}
      send={(given, key) =>
        change('/ops/v1/payments/{id}/refund', { id: payment.id, key, body: bodyOf(payment, given) })
      }
      onDone={() => onDone(false)}
      onClose={onClose}
    >
      <p>{work.refundLead}</p>
      {fields.map(([name, label, value]) => (
        <label key={name}>
          <span>{label}</span>
          <input name={name} defaultValue={value} required maxLength={128} spellcheck={false} />
        </label>
      ))}
      {optional.map(([name, label]) => (
        <label key={name}>
          <span>{label}</span>
          <input name={name} maxLength={200} spellcheck={false} />
        </label>
      ))}
    </ChangeDialog>
  );
};

const bodyOf = ({ revision }: OpsPayment, given: FormData) => {
  const text = (name: string) => fieldOf(given, name);
  const optional = ['gasBaseUnits', 'reference'].filter((name) => text(name) !== '');
  return {
    ...{ reason: text('reason'), revision, transaction: text('transaction'), network: text('network') },
    ...{ assetId: Number(text('assetId')), baseUnits: text('baseUnits'), to: text('to') },
    transferredAt: text('transferredAt'),
    ...Object.fromEntries(optional.map((name) => [name, text(name)])),
  };
};
