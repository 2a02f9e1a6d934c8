import type { EventStore } from '../../../../commands/ports/event-store';
import { createMemoryEventStore } from '../../../../infra/event-store/memory';
import { eventually } from './manual-time';
import { emptied, openPostgres, type Postgres, type Process, processOn, switchable, work } from './pair-world';

/** Two PostgreSQLs, and services that end with each test. */
export const useServices = () => {
  const processes: Process[] = [];
  const postgres: Postgres[] = [];
  beforeAll(async () => {
    postgres.push(...(await Promise.all([openPostgres(), openPostgres()])));
  });
  afterEach(async () => {
    await Promise.all(processes.splice(0).map((process) => process.close()));
    await Promise.all(postgres.map(emptied));
  });
  afterAll(() => Promise.all(postgres.map(({ close }) => close())));
  const on = (index: number): Postgres => postgres[index]!;
  const started = (...given: Parameters<typeof processOn>): Process => {
    const process = processOn(...given);
    processes.push(process);
    return process;
  };
  /** A service at work on a store that may become another one, old connections and new ones apart. */
  const running = async (log: EventStore = createMemoryEventStore(), index = 0) => {
    const [old, fresh] = [switchable(log), switchable(log)];
    const process = started(on(index), old.store, { fresh: fresh.store });
    await process.start();
    await process.tenure.begin(new AbortController().signal);
    const become = (store: EventStore): void => {
      old.wire.now = store;
      fresh.wire.now = store;
    };
    return { ...process, log, old: old.wire, fresh: fresh.wire, become };
  };
  return { first: () => on(0), second: () => on(1), started, running };
};

export type Running = Awaited<ReturnType<ReturnType<typeof useServices>['running']>>;

let written = 0;
export const appends = ({ store }: Pick<Process, 'store'>, type?: Parameters<typeof work>[0]) =>
  store.append(`user-${written++}`, 'no_stream', [work(type)]);

export const REFUSED = /read-only until/;

/** Until it looks by itself. */
export const untilStanding = async (service: Running, is: string, ms: number): Promise<void> => {
  service.time.pass(ms);
  await eventually(() => service.standing().is === is);
};
