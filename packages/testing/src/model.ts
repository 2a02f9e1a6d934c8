/**
 * Commands of fast-check that drive a running service by HTTP, with credentials of its sandbox.
 *
 * @example
 * import { driveService } from 'lastro-testing/model';
 * const partner = (key: string) => ({ mode: 'sandbox', apiKey: `sk_live_${key.repeat(64)}` }) as const;
 * const refused = driveService({ baseUrl: 'http://pay.example', credentials: [partner('a'), partner('b')] });
 * await refused.catch(({ message }) => console.log(message));
 * // http://pay.example is refused: only this machine is asked without https
 */
import { amountsSumToTheCent } from './laws/amounts';
import { neverMoreThanCameIn, noPayoutWithoutFunds } from './laws/funds';
import { repeatedCommandChangesNothing, terminalStatesStay } from './laws/standing';
import { idsAreUnique } from './laws/unique-ids';
import { type Checks, type DriveOptions, drive, openRuns, type Report, type SeenCheck } from './model/drive';
import { inOrder } from './model/trials';

const LAWS = [
  ...[repeatedCommandChangesNothing, terminalStatesStay, noPayoutWithoutFunds],
  ...[amountsSumToTheCent, neverMoreThanCameIn, idsAreUnique],
];

function* lookedAt({ looks }: Parameters<SeenCheck>[0]) {
  yield* looks;
}

/** The feed has each notification once and in order; a receiver may get one again, and late. */
const notified = (isFeed: boolean): SeenCheck =>
  function* ({ intents }) {
    for (const { told } of intents) {
      const sorted = inOrder(told);
      for (const [place, { event, sequence }] of sorted.entries()) {
        const before = sorted[place - 1];
        const isNews = before === undefined || (sequence > before.sequence && event !== before.event);
        yield isNews ? null : `${event} (${sequence}) follows ${before.event} (${before.sequence}).`;
      }
      const own = told.filter(({ event }) => event.startsWith('INTENT_'));
      if (isFeed && own.some(({ id }, place) => id !== sorted[place]?.id))
        yield `The feed tells ${own.map(({ id }) => id).join(', ')}: not in order, or twice.`;
    }
  };

const checksFor = ({ webhooks }: DriveOptions): Checks => ({
  ...Object.fromEntries(LAWS.map(({ title, seen }) => [title, seen])),
  'Partners are apart': lookedAt,
  'Notifications come once and in order': notified(webhooks === undefined),
});

export type ServiceOptions = DriveOptions & {
  /** Scheme and host of a sandbox: https, or http on this machine. */
  readonly baseUrl: string;
};

/** Drives the sandbox by every law. Rejects when the base URL or a credential is refused; the report has the violations. */
export const driveService = ({ baseUrl, ...options }: ServiceOptions): Promise<Report> =>
  drive(baseUrl, options, checksFor(options));

/** For an `fc.asyncModelRun` of your own: each call of the answered function makes a user, and resolves to model and real. */
export const openService = ({ baseUrl, ...options }: ServiceOptions): ReturnType<typeof openRuns> =>
  openRuns(baseUrl, options, checksFor(options));

export type { Model, Run, ServiceCommand } from './model/commands';
export * as commands from './model/commands';
export type { DriveOptions, Report, Violation } from './model/drive';
export type { SandboxCredential } from './model/sandbox';
