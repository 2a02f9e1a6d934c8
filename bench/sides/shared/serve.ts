import type { Reply } from '../../support/side';

export interface Served<Question, Answer> {
  readonly answer: (question: Question) => Promise<Answer>;
  readonly close: () => Promise<void>;
}

/** The child's half of `side.ts`: the first message opens, each further one is a question; a closed channel ends it. */
export const serve = <Question, Answer>(open: (settings: never) => Promise<Served<Question, Answer>>): void => {
  let opened: Served<Question, Answer> | null = null;
  const handle = async (message: unknown): Promise<unknown> => {
    if (opened !== null) return opened.answer(message as Question);
    opened = await open(message as never);
    return null;
  };
  process.on('message', (message) => {
    handle(message).then(
      (answer) => send({ ok: true, answer }),
      (error: unknown) =>
        send({ ok: false, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
  process.once('disconnect', () => {
    const closed = opened?.close() ?? Promise.resolve();
    closed.then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
  // Ctrl-C reaches the whole group; the parent decides when this process ends.
  process.on('SIGINT', () => undefined);
};

const send = (reply: Reply<unknown>): void => void process.send?.(reply);
