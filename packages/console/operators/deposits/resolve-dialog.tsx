import { fieldOf } from '../../parts/frame/action';
import type { Answer } from '../../parts/frame/answer';
import { useReader } from '../../parts/reader';
import { Id } from '../../parts/values/id';
import type { OpsDepositProposal, OpsShownDeposit } from '../../wire';
import { change } from '../api/work';
import { ChangeDialog } from '../frame/change-dialog';

/** The resolution of a deposit; with a proposal: the second decision, which is the same. */
export interface Resolving {
  readonly how: 'ASSIGN' | 'REFUND' | 'WRITE_OFF' | 'WITHDRAW';
  readonly intentId?: string;
  readonly proposal?: OpsDepositProposal;
}

interface ResolveDialogProps {
  readonly deposit: OpsShownDeposit;
  readonly way: Resolving;
  readonly onDone: (text: string) => void;
  readonly onClose: () => void;
}

type Done = 'PROPOSED' | 'RESOLVED' | 'WITHDRAWN';

export const ResolveDialog = ({ deposit, way, onDone, onClose }: ResolveDialogProps) => {
  const { work, page } = useReader().words;
  const { how, proposal } = way;
  const intentId = way.intentId ?? proposal?.intentId ?? null;
  return (
    <ChangeDialog
      title={proposal === undefined ? work.ways[how] : work.second}
      action={proposal === undefined ? work.ways[how] : work.second}
      send={(fields, key) => send(deposit, way, fields, key)}
      onDone={(done) => onDone(done === 'PROPOSED' ? work.proposed : work.done)}
      onClose={onClose}
    >
      <p>{work.leads[how]}</p>
      {intentId !== null && (
        <p>
          <Id>{intentId}</Id>
        </p>
      )}
      {how === 'REFUND' && (
        <>
          <label>
            <span>{page.transaction}</span>
            <input name="transaction" required maxLength={128} value={proposal?.transaction ?? ''} />
          </label>
          <label>
            <span>{work.toWhom}</span>
            <input name="to" maxLength={128} value={proposal?.to === deposit.sender ? '' : (proposal?.to ?? '')} />
          </label>
        </>
      )}
    </ChangeDialog>
  );
};

const mapped = async <Data,>(asked: Promise<Answer<Data>>, doneOf: (data: Data) => Done): Promise<Answer<Done>> => {
  const answer = await asked;
  return answer.isOk ? { isOk: true, data: doneOf(answer.data) } : answer;
};

const send = (
  { depositId: id, revision }: OpsShownDeposit,
  { how, intentId, proposal }: Resolving,
  fields: FormData,
  key: string,
): Promise<Answer<Done>> => {
  const at = { reason: fieldOf(fields, 'reason'), revision };
  const sent = { id, key };
  const resolved = ({ resolution }: { readonly resolution: 'PROPOSED' | 'RESOLVED' }): Done => resolution;
  switch (how) {
    case 'ASSIGN': {
      const body = { ...at, intentId: intentId ?? proposal?.intentId ?? '' };
      return mapped(change('/ops/v1/deposits/{id}/assign', { ...sent, body }), resolved);
    }
    case 'REFUND': {
      const to = fieldOf(fields, 'to');
      const body = { ...at, transaction: fieldOf(fields, 'transaction'), ...(to === '' ? {} : { to }) };
      return mapped(change('/ops/v1/deposits/{id}/refund', { ...sent, body }), resolved);
    }
    case 'WRITE_OFF':
      return mapped(change('/ops/v1/deposits/{id}/write-off', { ...sent, body: at }), resolved);
    case 'WITHDRAW':
      return mapped(change('/ops/v1/deposits/{id}/withdraw', { ...sent, body: at }), () => 'WITHDRAWN');
  }
};
