import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { useReader } from './reader';
import { Id } from './values/id';
import { Text } from './values/text';

/** Why an answer did not come. `status` 0: no server answered. */
export interface Failure {
  readonly status: number;
  readonly code: string;
  /** The service's message, in English. */
  readonly message: string;
  readonly requestId: string | null;
}

/** The heading of a page, also the window's title. */
export const Title = ({ children, of }: { children: ComponentChildren; of: string }) => {
  useEffect(() => {
    document.title = `${of} · lastro`;
  }, [of]);
  return <h1>{children}</h1>;
};

export const Loading = () => <output class="state">{useReader().words.states.loading}</output>;

export const Empty = ({ children }: { children: string }) => <p class="state">{children}</p>;

interface SaidProps {
  readonly title: string;
  /** The id that was asked for. */
  readonly about?: string;
  readonly lines: readonly string[];
  readonly failure?: Failure;
  readonly onRetry?: () => void;
}

/** Says the fault, the effect and the next step. */
const Said = ({ title, about, lines, failure, onRetry }: SaidProps) => {
  const { words } = useReader();
  return (
    <section class="state" role="alert">
      <Title of={title}>{title}</Title>
      {about !== undefined && (
        <p>
          <Text>{about}</Text>
        </p>
      )}
      {failure !== undefined && failure.message !== '' && (
        <p lang="en">
          <code>{failure.code}</code> <Text>{failure.message}</Text>
        </p>
      )}
      {lines.map((line) => (
        <p>{line}</p>
      ))}
      {failure !== undefined && failure.requestId !== null && (
        <p>
          {words.states.requestId} <Id>{failure.requestId}</Id>
        </p>
      )}
      {onRetry !== undefined && (
        <button type="button" onClick={onRetry}>
          {words.states.retry}
        </button>
      )}
    </section>
  );
};

/** A refusal inside a page: the fault and the request. */
export const Refusal = ({ failure: { status, code, message, requestId } }: { failure: Failure }) => {
  const { states } = useReader().words;
  return (
    <div class="notice bad" role="alert">
      <p lang="en">
        {status === 0 ? states.unreachable : <Text>{message === '' ? code : `${code}: ${message}`}</Text>}
      </p>
      <p>{status === 0 ? states.unreachableTodo : states.nothingChanged}</p>
      {requestId !== null && (
        <p>
          {states.requestId} <Id>{requestId}</Id>
        </p>
      )}
    </div>
  );
};

export const NoPage = () => {
  const { noPage } = useReader().words.states;
  return <Said title={noPage} lines={[]} />;
};

/** `missing` says what a page of an unknown object is; absent where there is none. */
export const Failed = ({ failure, onRetry, missing }: FailedProps) => {
  const { states } = useReader().words;
  if (failure.status === 403) return <Said title={states.forbidden} lines={[states.forbiddenTodo]} failure={failure} />;
  if (failure.status === 404 && missing !== undefined)
    return <Said title={missing.title} about={missing.id} lines={[missing.todo]} failure={failure} />;
  if (failure.status === 0)
    return (
      <Said title={states.unreachable} lines={[states.nothingChanged, states.unreachableTodo]} onRetry={onRetry} />
    );
  if (failure.status === 400)
    return <Said title={states.refused} lines={[states.nothingChanged, states.refusedTodo]} failure={failure} />;
  const because = { 429: states.limited, 503: states.unavailable }[failure.status] ?? states.generalTodo;
  return <Said title={states.failed} lines={[states.nothingChanged, because]} failure={failure} onRetry={onRetry} />;
};

export interface Missing {
  readonly id: string;
  readonly title: string;
  readonly todo: string;
}

interface FailedProps {
  readonly failure: Failure;
  readonly onRetry: () => void;
  readonly missing?: Missing;
}

/** The rows of a page know less than its events. */
export const Behind = ({ count, onReload }: { count: number; onReload: () => void }) => {
  const { states } = useReader().words;
  if (count === 0) return null;
  return (
    <output class="notice">
      {states.behind(count)}{' '}
      <button type="button" onClick={onReload}>
        {states.reload}
      </button>
    </output>
  );
};
