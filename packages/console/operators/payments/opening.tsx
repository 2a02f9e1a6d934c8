import { useEffect, useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialog';
import { fieldOf } from '../../parts/frame/action';
import { useReader } from '../../parts/reader';
import { Text } from '../../parts/values/text';
import type { OpsOpened, OpsOpening, OpsPayment } from '../../wire';
import { openPersonalData } from '../api/personal-data';
import { ChangeDialog } from '../frame/change-dialog';
import { useSession } from '../frame/signed-in';

type Field = OpsOpening['field'];

const SHOWN_MS = 60_000;

/** The fields that a payment can have; the service says whether there is a value. */
export const fieldsOf = ({ kind, people }: OpsPayment): readonly Field[] => [
  ...(people.hasExternalId ? (['EXTERNAL_ID'] as const) : []),
  ...(kind === 'CASHIN' ? (['PAYER'] as const) : []),
  ...(kind !== 'CASHIN' && people.payee.kind !== 'GIFT_CARD' ? (['PAYEE'] as const) : []),
  ...(['NAME', 'DOCUMENT', 'BIRTH_DATE'] as const),
];

interface OpeningProps {
  readonly userId: string;
  readonly fields: readonly Field[];
  /** The payment whose timeline shows the opening. */
  readonly paymentId?: string;
}

/** Opens one value for a reason, and shows it for a minute. Not drawn for a role that may not. */
export const Opening = ({ userId, fields, paymentId }: OpeningProps) => {
  const { opening } = useReader().words.work;
  const { permissions } = useSession().operator;
  const [isOpen, setOpen] = useState(false);
  const [opened, setOpened] = useState<OpsOpened | null>(null);
  if (!permissions.includes('open')) return null;
  const onClose = () => {
    setOpen(false);
    setOpened(null);
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {opening.button}
      </button>
      {isOpen && opened === null && (
        <Asking
          of={{ userId, fields, ...(paymentId === undefined ? {} : { paymentId }) }}
          onDone={setOpened}
          onClose={onClose}
        />
      )}
      {opened !== null && <Opened of={opened} onClose={onClose} />}
    </>
  );
};

interface AskingProps {
  readonly of: OpeningProps;
  readonly onDone: (opened: OpsOpened) => void;
  readonly onClose: () => void;
}

const Asking = ({ of: { userId, fields: offered, ...about }, onDone, onClose }: AskingProps) => {
  const { opening } = useReader().words.work;
  const send = (fields: FormData, key: string) => {
    const field = fieldOf(fields, 'field') as Field;
    const reason = fieldOf(fields, 'reason');
    return openPersonalData({ of: userId, field, ...about, reason }, key);
  };
  return (
    <ChangeDialog title={opening.title} action={opening.action} send={send} onDone={onDone} onClose={onClose}>
      <p>{opening.lead}</p>
      <label>
        <span>{opening.field}</span>
        <select name="field">
          {offered.map((field) => (
            <option key={field} value={field}>
              {opening.fields[field]}
            </option>
          ))}
        </select>
      </label>
    </ChangeDialog>
  );
};

/** This element alone holds the value. */
export const Opened = ({ of: { field, value }, onClose }: { of: OpsOpened; onClose: () => void }) => {
  const { opening } = useReader().words.work;
  useEffect(() => {
    const timer = setTimeout(onClose, SHOWN_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Dialog title={opening.fields[field]} onClose={onClose}>
      <p class="opened">{value === null ? opening.none : <Text>{value}</Text>}</p>
      <p class="muted">{opening.minute}</p>
    </Dialog>
  );
};
