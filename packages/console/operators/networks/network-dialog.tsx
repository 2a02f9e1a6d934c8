import { fieldOf } from '../../parts/frame/action';
import type { Answer } from '../../parts/frame/answer';
import { useReader } from '../../parts/reader';
import { Id } from '../../parts/values/id';
import { Text } from '../../parts/values/text';
import type { OpsChanged } from '../../wire';
import { change } from '../api/work';
import { ChangeDialog } from '../frame/change-dialog';

/** A decision of an operator about a network, and the deposit or asset that it is about. */
export interface NetworkDecision {
  readonly how: 'ACCEPT' | 'SKIP' | 'GIVE_UP_DEPOSIT' | 'GIVE_UP_TRANSACTION' | 'RESUME';
  readonly network: string;
  readonly item: string | null;
}

interface NetworkDialogProps {
  readonly of: NetworkDecision;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export const NetworkDialog = ({ of: decision, onDone, onClose }: NetworkDialogProps) => {
  const { networks } = useReader().words.running;
  const { how, network, item } = decision;
  const field = networks.fields[how];
  return (
    <ChangeDialog
      title={networks.ways[how]}
      action={networks.ways[how]}
      send={(fields, key) => send(decision, fields, key)}
      onDone={onDone}
      onClose={onClose}
    >
      <p>
        <Text>{network}</Text> {item !== null && <Id>{item}</Id>}
      </p>
      <p>{networks.leads[how]}</p>
      {item === null && (
        <label>
          <span>{field}</span>
          <input name="about" required maxLength={600} spellcheck={false} />
        </label>
      )}
    </ChangeDialog>
  );
};

const send = (
  { how, network: id, item }: NetworkDecision,
  fields: FormData,
  key: string,
): Promise<Answer<OpsChanged>> => {
  const reason = fieldOf(fields, 'reason');
  const about = item ?? fieldOf(fields, 'about');
  const sent = { id, key };
  switch (how) {
    case 'ACCEPT':
      return change('/ops/v1/networks/{id}/accept', { ...sent, body: { reason, fromHeight: about } });
    case 'SKIP':
      return change('/ops/v1/networks/{id}/skip-gap', { ...sent, body: { reason, toHeight: about } });
    case 'GIVE_UP_DEPOSIT':
      return change('/ops/v1/networks/{id}/give-up-deposit', { ...sent, body: { reason, depositId: about } });
    case 'GIVE_UP_TRANSACTION':
      return change('/ops/v1/networks/{id}/give-up-transaction', { ...sent, body: { reason, transaction: about } });
    case 'RESUME':
      return change('/ops/v1/networks/{id}/resume-asset', { ...sent, body: { reason, assetId: Number(about) } });
  }
};
