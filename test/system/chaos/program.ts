import type { ChaosReport } from './frame';

const KEPT_OBJECTIONS = 10;

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Throws on anything but a whole number above zero. */
export const wholeOf = (name: string, text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`--${name} is a whole number above zero`);
  return value;
};

/** Rejects at Ctrl-C, so that everything that was started is ended. */
export const interruption = (): Promise<never> => {
  const stopped = new Promise<never>((_resolve, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => reject(new Error(`Ended by ${signal}`)));
  });
  // The rejection is no fault before its first listener.
  stopped.catch(() => undefined);
  return stopped;
};

/** The exit code: 1 when a check fails. `title` begins the last line, `told` names the run. */
export const printReport = ({ checks, ok, summary }: ChaosReport, title: string, told: string): number => {
  for (const { name, objections } of checks) {
    say(
      `${objections.length === 0 ? 'ok    ' : 'FAILED'} ${name}${objections.length === 0 ? '' : ` (${objections.length})`}`,
    );
    for (const objection of objections.slice(0, KEPT_OBJECTIONS)) say(`         ${objection}`);
  }
  const failed = checks.filter(({ objections }) => objections.length > 0).map(({ name }) => name);
  say(ok ? `${title} OK ${told} ${summary}` : `${title} FAILED ${told} ${summary}: ${failed.join('; ')}`);
  return ok ? 0 : 1;
};

/** Running work would keep a failed process alive. */
export const runProgramOf = (main: (words: readonly string[]) => Promise<number>): void => {
  main(process.argv.slice(2)).then(
    (code) => process.exit(code),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
      process.exit(1);
    },
  );
};
