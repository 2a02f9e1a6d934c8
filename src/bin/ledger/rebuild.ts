import path from 'node:path';
import type { Command } from 'commander';
import { type CommandContext, continuing } from '../../../commands/handling/context';
import { recordSwap } from '../../../commands/operator/console/record-swap';
import { projectRoot } from '../../../infra/project-root';
import { displayProgress } from '../../../infra/projections/rebuild/progress';
import { type RebuildResult, rebuildProjection } from '../../../infra/projections/rebuild/rebuild';
import { projections } from '../../../projections/all';
import type { Projection } from '../../../projections/projection';
import { createLogger } from '../stores/logger';
import { recordedReplay } from '../wiring/rebuilds';
import type { Session } from '../wiring/session';
import { inSession, type OperatorOptions, operatorContext, print, withOperator } from './operator';

interface RebuildOptions extends OperatorOptions {
  readonly acceptDifference?: boolean;
  readonly fromStart?: boolean;
}

export const addRebuildCommands = (program: Command): void => {
  withOperator(program.command('rebuild <projection>'))
    .description(`rebuild a read model next to the live one, compare, and swap (${names()})`)
    .option('--accept-difference', 'swap although the live tables differ')
    .option('--from-start', 'build to the end of the log, and swap rows and checkpoint without a comparison')
    .action(rebuild);
  withOperator(program.command('replay-parked [projection]'))
    .description('apply the events of parked streams, after the fix')
    .action(replay);
};

const names = (): string => projections.map(({ name }) => name).join(', ');

const find = (name: string): Projection => {
  const projection = projections.find((candidate) => candidate.name === name);
  if (projection === undefined) throw new Error(`No projection ${name}; there are ${names()}`);
  return projection;
};

const rebuild = async (name: string, options: RebuildOptions): Promise<void> => {
  const projection = find(name);
  const result = await inSession((session) => rebuildIn(session, projection, options));
  print(options.json, result, summaryOf(name, result));
  if (result.outcome === 'blocked') process.exitCode = 1;
};

const rebuildIn = async (session: Session, projection: Projection, options: RebuildOptions) => {
  const { adapters, databaseUrl } = session;
  // Tables of another log are not built, nor any while the ledger moves.
  await adapters.pair.start();
  // A swap of equal tables changes no answer. A swap with differences needs an admin.
  const mayDiffer = options.acceptDifference === true || options.fromStart === true;
  const by = mayDiffer ? await operatorContext(session, options, 'administer') : null;
  const result = await rebuildProjection(
    {
      databaseUrl,
      eventStore: adapters.eventLog,
      projection,
      readModelsFolder: path.join(projectRoot(), 'read-models'),
      logger: createLogger('warn'),
    },
    {
      onProgress: displayProgress(process.stderr, projection.name),
      acceptDifference: options.acceptDifference === true,
      fromStart: options.fromStart === true,
    },
  );
  if (by !== null && result.outcome === 'swapped') await swapRecorded(session, by, projection, result);
  return result;
};

const swapRecorded = async (
  { adapters: { ports } }: Session,
  { actor, reason }: CommandContext,
  { name }: Projection,
  { differences }: RebuildResult,
): Promise<void> => {
  const swap = { operatorName: actor.id, projection: name, differences: differences.length };
  await recordSwap(ports)(swap, reason);
};

const summaryOf = (name: string, { outcome, differences, events, elapsedMs }: RebuildResult): readonly string[] => [
  `${name}: ${events} events in ${Math.round(elapsedMs)} ms`,
  ...differences.map((difference) => `difference: ${JSON.stringify(difference)}`),
  outcome === 'swapped'
    ? 'The new tables are live; the old ones are kept in the schema lastro_previous.'
    : 'No table was swapped. --accept-difference swaps despite the difference.',
];

const replay = async (name: string | undefined, options: OperatorOptions): Promise<void> => {
  if (name !== undefined) find(name);
  const replayed = await inSession(async (session) => {
    const { adapters } = session;
    // No rows are written while the ledger moves.
    await adapters.pair.start();
    const context = await operatorContext(session, options, 'administer');
    const replayOne = recordedReplay(adapters, createLogger('warn'));
    const replayed = [];
    for (const each of name === undefined ? projections.map((projection) => projection.name) : [name])
      replayed.push(...(await replayOne(each, continuing(context, adapters.ports.ids.uuid()))));
    return replayed;
  });
  const lines = replayed.map(
    ({ projection, stream, events, error }) => `${projection} ${stream}: ${error ?? `${events} events applied`}`,
  );
  print(options.json, replayed, lines.length === 0 ? ['No stream is parked'] : lines);
  if (replayed.some(({ error }) => error !== null)) process.exitCode = 1;
};
