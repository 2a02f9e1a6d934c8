import type { ComponentChildren, TargetedSubmitEvent } from 'preact';
import { useState } from 'preact/hooks';
import type { Answer } from '../../operators/api/answer';
import { Dialog } from '../../parts/dialog';
import { type Failure, Refusal } from '../../parts/page';
import { useDashboardWords, useMember } from './signed-in';

interface ActionProps<Data> {
  /** The text of the button that sends. */
  readonly action: string;
  readonly send: (fields: FormData) => Promise<Answer<Data>>;
  readonly onDone: (data: Data) => void;
  /** The fields. */
  readonly children?: ComponentChildren;
}

/** A form that sends one change at a time; a refusal stands in it. */
export const Action = <Data,>({ action, send, onDone, children }: ActionProps<Data>) => {
  const { busy } = useDashboardWords();
  const { onEnded } = useMember();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const onSubmit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    void send(new FormData(event.currentTarget)).then((answer) => {
      setBusy(false);
      if (answer.isOk) onDone(answer.data);
      else if (answer.failure.status === 401) onEnded();
      else setFailure(answer.failure);
    });
  };
  return (
    <form class="change" onSubmit={onSubmit}>
      {children}
      {failure !== null && <Refusal failure={failure} />}
      <button type="submit" class="primary" disabled={isBusy}>
        {isBusy ? busy : action}
      </button>
    </form>
  );
};

interface ConfirmedProps {
  readonly action: string;
  /** Effect of the change. */
  readonly lead: string;
  readonly send: () => Promise<Answer<unknown>>;
  readonly onDone: () => void;
}

/** A button whose change is asked for twice. */
export const Confirmed = ({ action, lead, send, onDone }: ConfirmedProps) => {
  const { confirm } = useDashboardWords();
  const [isOpen, setOpen] = useState(false);
  const done = () => {
    setOpen(false);
    onDone();
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

/** The text of a field; empty without one. */
export const fieldOf = (fields: FormData, name: string): string => {
  const value = fields.get(name);
  return typeof value === 'string' ? value.trim() : '';
};

/** The choices of a field; `any` is the choice of none. */
export const Choices = ({ of: choices, chosen, any }: ChoicesProps) => (
  <>
    {any !== undefined && <option value="">{any}</option>}
    {Object.entries(choices).map(([value, word]) => (
      <option key={value} value={value} selected={value === chosen}>
        {word}
      </option>
    ))}
  </>
);

interface ChoicesProps {
  readonly of: Readonly<Record<string, string>>;
  readonly chosen?: string | undefined;
  readonly any?: string;
}
