import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialog';
import { Action } from '../../parts/frame/action';
import type { Answer } from '../../parts/frame/answer';
import type { Failure } from '../../parts/page';
import { useReader } from '../../parts/reader';
import { toast } from '../../parts/toast';
import { newKey } from '../api/keys';

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
  const [key, setKey] = useState(newKey);
  const sendOnce = async (fields: FormData) => {
    const answer = await send(fields, key);
    if (!answer.isOk && isUsed(answer.failure)) setKey(newKey());
    return answer;
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <Action action={action} send={sendOnce} onDone={onDone}>
        {children}
        <label>
          <span>{work.reason}</span>
          <textarea name="reason" required minLength={3} maxLength={500} rows={3} />
        </label>
      </Action>
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
