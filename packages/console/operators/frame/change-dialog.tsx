import type { ComponentChildren, TargetedSubmitEvent } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialog';
import type { Failure } from '../../parts/page';
import { Refusal } from '../../parts/page';
import { useReader } from '../../parts/reader';
import { toast } from '../../parts/toast';
import type { Answer } from '../api/answer';
import { newKey } from '../api/keys';
import { useSignedIn } from './signed-in';

interface ChangeDialogProps<Data> {
  readonly title: string;
  /** The text of the button that sends. */
  readonly action: string;
  readonly send: (fields: FormData, key: string) => Promise<Answer<Data>>;
  readonly onDone: (data: Data) => void;
  readonly onClose: () => void;
  /** The effect of the change, and fields beside the reason. */
  readonly children?: ComponentChildren;
}

/** The key of a request that was refused has been used. Without an answer the same request is sent again. */
const isUsed = ({ status, code }: Failure): boolean =>
  status >= 400 && status < 500 && code !== 'IDEMPOTENCY_IN_PROGRESS';

/** Asks for a reason and sends a change once, however often it is clicked. */
export const ChangeDialog = <Data,>({ title, action, send, onDone, onClose, children }: ChangeDialogProps<Data>) => {
  const { work } = useReader().words;
  const { onEnded } = useSignedIn();
  const [key, setKey] = useState(newKey);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const settle = (answer: Answer<Data>) => {
    setBusy(false);
    if (answer.isOk) onDone(answer.data);
    else if (answer.failure.status === 401) onEnded();
    else {
      setFailure(answer.failure);
      if (isUsed(answer.failure)) setKey(newKey());
    }
  };
  const onSubmit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    void send(new FormData(event.currentTarget), key).then(settle);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form class="change" onSubmit={onSubmit}>
        {children}
        <label>
          <span>{work.reason}</span>
          <textarea name="reason" required minLength={3} maxLength={500} rows={3} />
        </label>
        {failure !== null && <Refusal failure={failure} />}
        <button type="submit" class="primary" disabled={isBusy}>
          {isBusy ? work.busy : action}
        </button>
      </form>
    </Dialog>
  );
};

interface ChangeButtonProps<Data> extends Pick<ChangeDialogProps<Data>, 'title' | 'send' | 'children'> {
  /** The effect of the change. */
  readonly lead: string;
  /** After the change, which a toast says. */
  readonly onDone: () => void;
}

/** A button that opens a dialog for one change. */
export const ChangeButton = <Data,>({ title, lead, send, onDone, children }: ChangeButtonProps<Data>) => {
  const { work } = useReader().words;
  const [isOpen, setOpen] = useState(false);
  const done = () => {
    setOpen(false);
    toast(work.done);
    onDone();
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {title}
      </button>
      {isOpen && (
        <ChangeDialog title={title} action={title} send={send} onDone={done} onClose={() => setOpen(false)}>
          <p>{lead}</p>
          {children}
        </ChangeDialog>
      )}
    </>
  );
};

/** The text of a field; empty without one. */
export const fieldOf = (fields: FormData, name: string): string => {
  const value = fields.get(name);
  return typeof value === 'string' ? value.trim() : '';
};
