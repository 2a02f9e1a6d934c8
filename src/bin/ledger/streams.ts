import type { Command } from 'commander';
import type { Position } from '../../../aggregates/events';
import { closeStream } from '../../../commands/close-stream';
import { projections } from '../../../projections/all';
import {
  type ClosedStream,
  listClosedStreams,
  listParkedStreams,
  type ParkedStream,
} from '../../../read-models/operators/aside';
import { readStreamTraces } from '../../../read-models/operators/stream-traces';
import type { Session } from '../wiring/session';
import { inSession, mustSayWhy, type OperatorOptions, operatorContext, print, withOperator } from './operator';

export const addStreamCommands = (program: Command): void => {
  const streams = program.command('streams').description('list and close parked streams');
  streams
    .command('list', { isDefault: true })
    .description('list parked streams with time and reason, and closed streams with their last known status')
    .option('--json', 'print only JSON on stdout')
    .action(list);
  withOperator(streams.command('close <stream>'))
    .description(
      'close the damaged stream of a payment or a deposit permanently: its parking ends, and operators settle the payment; needs --actor and --reason',
    )
    .action(close);
};

const list = async (options: { readonly json?: boolean }): Promise<void> =>
  inSession(async ({ adapters: { ports } }) => {
    const [parked, closed] = await Promise.all([listParkedStreams(ports.query), listClosedStreams(ports.query)]);
    const lines = [...parked.map(parkedLine), ...closed.map(closedLine)];
    print(options.json, { parked, closed }, lines.length === 0 ? ['No stream is parked or closed'] : lines);
  });

const parkedLine = ({ stream, since, projections: names, error }: ParkedStream): string =>
  `PARKED  ${since}  ${stream}  for ${names.join(', ')}: ${error}`;

const closedLine = ({ stream, closedAt, actor, reason, lastKnown }: ClosedStream): string =>
  `CLOSED  ${closedAt}  ${stream}  by ${actor} (${reason}), last known as ${lastKnown?.status ?? 'nothing'}`;

const close = async (stream: string, options: OperatorOptions): Promise<void> => {
  const reason = mustSayWhy('streams close', options);
  await inSession(async (session) => {
    const { ports, eventLog } = session.adapters;
    const deps = { ...ports, eventLog, readTraces: readStreamTraces(ports.query) };
    const { closed, position } = await closeStream(deps)({ stream, reason }, await operatorContext(session, options));
    if (position !== null) await untilTold(session, position);
    print(options.json, closed, [
      `${stream} is closed: ${closed.detail}`,
      `The last known status is ${closed.lastKnown?.status ?? 'unknown'}; an operator must settle the payment`,
    ]);
  });
};

const TOLD_TIMEOUT_MS = 10_000;

const untilTold = async ({ adapters }: Session, position: Position): Promise<void> => {
  const names = projections.map(({ name }) => name);
  if (await adapters.board.waitUntilApplied(names, position, TOLD_TIMEOUT_MS)) return;
  process.stderr.write('The closing is recorded but not applied everywhere yet: check the lag of the projector\n');
};
