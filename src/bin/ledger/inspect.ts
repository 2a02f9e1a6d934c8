import type { Command } from 'commander';
import { systemClock } from '../../../infra/clock';
import { projectionStatus } from '../../../infra/projections/waiting/status';
import { projections } from '../../../projections/all';
import { listDepositsConsidered } from '../../../read-models/matching/deposits';
import { inSession, print } from './operator';

interface InspectOptions {
  readonly json?: boolean;
}

export const addInspectCommands = (program: Command): void => {
  const add = (name: string, description: string) =>
    program.command(name).description(description).option('--json', 'print only JSON on stdout');
  add(
    'explain <id>',
    'explain the state of a payment, KYC session or user: the reason, the holds and the next step',
  ).action(explain);
  add('projections', 'positions and lag').action(showProjections);
};

const explain = async (id: string, options: InspectOptions): Promise<void> =>
  inSession(async ({ service, adapters }) => {
    const explanation = await service.explain(id);
    const considered = await listDepositsConsidered(adapters.ports.query, id);
    print(options.json, { ...explanation, deposits: considered }, [
      `${id} is ${explanation.status}`,
      explanation.because,
      ...explanation.heldBy.map((sentence) => `  !! ${sentence}`),
      ...explanation.movesWhen.map((sentence) => `  -> ${sentence}`),
      ...considered.map(
        (row) => `  deposit ${row.deposit_id}: ${row.status}${row.reason === null ? '' : ` (${row.reason})`}`,
      ),
    ]);
  });

const showProjections = async (options: InspectOptions): Promise<void> =>
  inSession(async ({ adapters }) => {
    const { eventStore } = adapters.ports;
    const all = await projectionStatus({ pool: adapters.pool, eventStore, projections, clock: systemClock });
    print(
      options.json,
      all.map(({ name, position, head, caughtUp, lagMs, parked }) => ({
        ...{ name, caughtUp, lagMs, parked },
        position: position.commit.toString(),
        head: head.commit.toString(),
      })),
      all.map(
        ({ name, position, head, lagMs, parked }) =>
          `${name.padEnd(20)} ${position.commit}/${head.commit}  lag ${lagMs} ms  parked ${parked}`,
      ),
    );
  });
