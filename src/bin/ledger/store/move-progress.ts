import { SingleBar } from 'cli-progress';
import type { MoveProgress } from '../../../../infra/pair/moving/perform-move';

/** A bar on a terminal; elsewhere a line for each step and second. */
export interface MoveDisplay {
  readonly show: (progress: MoveProgress) => void;
  readonly close: () => void;
}

const WORDS: { readonly [Step in MoveProgress['step']]?: string } = {
  COPY: 'copying events',
  AWAIT_QUIET: 'waiting until nobody can still write here, ms',
  COMPARE: 'comparing events',
  PUT_BESIDE: 'mapping the rows of events',
  PUT_IN_PLACE: 'putting rows in place',
};

const LINE_EVERY_MS = 1_000;

export const displayMove = (stream: NodeJS.WriteStream): MoveDisplay =>
  stream.isTTY ? displayBar(stream) : displayLines(stream);

const displayBar = (stream: NodeJS.WriteStream): MoveDisplay => {
  const bar = new SingleBar({
    stream,
    format: 'move: {words} [{bar}] {value} of {total}',
    hideCursor: true,
    barsize: 24,
  });
  bar.start(0, 0, { words: 'looking' });
  return {
    show: ({ step, done, total }) => {
      bar.setTotal(total ?? done);
      bar.update(done, { words: WORDS[step] ?? 'one step' });
    },
    close: () => bar.stop(),
  };
};

const displayLines = (stream: NodeJS.WriteStream): MoveDisplay => {
  const last = { step: '', atMs: 0 };
  return {
    show: ({ step, done, total }) => {
      const words = WORDS[step];
      if (words === undefined || (step === last.step && performance.now() - last.atMs < LINE_EVERY_MS)) return;
      Object.assign(last, { step, atMs: performance.now() });
      stream.write(`move: ${words}, ${done}${total === null ? '' : ` of ${total}`}\n`);
    },
    close: () => undefined,
  };
};
