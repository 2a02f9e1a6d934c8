import { useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialog';
import { Action } from '../../parts/frame/action';
import type { Answer } from '../../parts/frame/answer';
import { useDashboardWords } from './signed-in';

interface ConfirmedProps<Data> {
  readonly action: string;
  /** Effect of the change. */
  readonly lead: string;
  readonly send: () => Promise<Answer<Data>>;
  readonly onDone: (data: Data) => void;
}

/** A button whose change is asked for twice. */
export const Confirmed = <Data,>({ action, lead, send, onDone }: ConfirmedProps<Data>) => {
  const { confirm } = useDashboardWords();
  const [isOpen, setOpen] = useState(false);
  const done = (data: Data) => {
    setOpen(false);
    onDone(data);
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {action}
      </button>
      {isOpen && (
        <Dialog title={confirm} onClose={() => setOpen(false)}>
          <Action action={action} send={send} onDone={done}>
            <p>{lead}</p>
          </Action>
        </Dialog>
      )}
    </>
  );
};
