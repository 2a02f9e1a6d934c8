import type { EventStore } from '../../../../../commands/ports/event-store';
import { type Cases, declareCases, type Runner, runnerOf } from '../cases';
import { APPENDS } from './appends';
import { READS } from './reads';
import { RECORDS } from './records';
import { type Scene, sceneOf } from './scene';
import { SUBSCRIPTIONS } from './subscriptions';

export interface OpenStore {
  readonly store: EventStore;
  readonly close: () => Promise<void>;
}

export interface EventStoreContract {
  /** Called once, before the first test. The store may hold events of others. */
  readonly open: () => Promise<OpenStore>;
  /**
   * Positions follow each other without a gap, and there is no other writer. Otherwise a test of the log's end is
   * skipped.
   */
  readonly dense: boolean;
  /** Absent: the globals of jest. */
  readonly runner?: Runner;
}

const PARTS = { appends: APPENDS, reads: READS, records: RECORDS, subscriptions: SUBSCRIPTIONS };

/** Some parts of the contract. */
export const describeParts = (
  name: string,
  { open, dense, runner: given }: EventStoreContract,
  parts: Readonly<Record<string, Cases<Scene>>>,
): void => {
  const runner = runnerOf(given);
  let opened: OpenStore | undefined;
  const inScene = async (run: (scene: Scene) => Promise<void>): Promise<void> => {
    if (opened === undefined) throw new Error('The store did not open');
    const scene = sceneOf(opened.store, dense);
    await run(scene).finally(scene.stop);
  };
  runner.describe(`the event store ${name}`, () => {
    runner.before(async () => {
      opened = await open();
    });
    runner.after(async () => opened?.close());
    for (const [part, cases] of Object.entries(parts))
      runner.describe(part, () => declareCases(runner, cases, () => dense, inScene));
  });
};

/**
 * Declares the tests of the contract that every implementation of the port EventStore keeps. They take about 2 s in memory,
 * so give jest and a slow store a timeout of a minute.
 */
export const describeEventStore = (name: string, contract: EventStoreContract): void =>
  describeParts(name, contract, PARTS);
