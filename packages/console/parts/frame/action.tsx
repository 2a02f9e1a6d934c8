import type { ComponentChildren, TargetedSubmitEvent } from 'preact';
import { useState } from 'preact/hooks';
import { type Failure, Refusal } from '../page';
import { useReader } from '../reader';
import { type Answer, isOver } from './answer';
import { useOnEnded } from './ended';

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
  const { busy } = useReader().words.work;
  const onEnded = useOnEnded();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const onSubmit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    void send(new FormData(event.currentTarget)).then((answer) => {
      setBusy(false);
      if (answer.isOk) onDone(answer.data);
      else if (isOver(answer)) onEnded();
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

/** The text of a field; empty without one. */
export const fieldOf = (fields: FormData, name: string): string => {
  const value = fields.get(name);
  return typeof value === 'string' ? value.trim() : '';
};
