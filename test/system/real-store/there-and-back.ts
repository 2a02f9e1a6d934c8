import { projections } from '../../../projections/all';
import { withOperator } from '../end-to-end/support/operator';
import { openIntent, payIntent, registerApprovedUser } from '../end-to-end/support/pay';
import {
  demoKeyOf,
  type Environment,
  type RunningProcess,
  runProgram,
  startProgram,
  temporaryDataDir,
} from '../end-to-end/support/run-service';

/** What came of a ledger that moved from its embedded store to a real one and back. */
export interface ThereAndBack {
  /** Rebuilds that found the rows as they were; of each projection, after each move. */
  readonly equal: number;
  readonly rebuilds: number;
  /** One at each stay, of intents that were opened before the first move. */
  readonly paid: number;
  /** Of `ledger store compare`, after both moves. */
  readonly differences: number;
}

type Intent = Parameters<typeof payIntent>[2];

interface Opened {
  readonly token: string;
  readonly intents: readonly Intent[];
}

export const STAYS = 3;
const MOVE_TIMEOUT_MS = 300_000;

/** Runs the very commands that docs/operations.md has for a move. */
export const moveThereAndBack = async (storeUrl: string, say: (line: string) => void): Promise<ThereAndBack> => {
  const { dataDir, remove } = temporaryDataDir();
  const embedded = { DATA_DIR: dataDir, SANDBOX_SETTLE_MS: '100' };
  const real = { ...embedded, EVENTSTORE_URL: storeUrl };
  const results = { equal: 0, paid: 0, differences: 0 };
  const stay = async (environment: Environment, opened: Opened): Promise<void> => {
    results.equal += await countEqual(environment);
    results.differences += await countDifferences(environment);
    results.paid += await atWork(environment, (service) => payNext(service, opened, results.paid));
  };
  try {
    const opened = await atWork(embedded, openIntents);
    results.paid += await atWork(embedded, (service) => payNext(service, opened, 0));
    say(await ledger({ ...embedded, MOVE_TO: storeUrl }, 'store', 'move'));
    await stay(real, opened);
    say(await ledger(await withOperator(real), 'store', 'move', '--to', 'embedded'));
    await stay(embedded, opened);
    return { ...results, rebuilds: (STAYS - 1) * projections.length };
  } finally {
    remove();
  }
};

const atWork = async <Value>(environment: Environment, work: (service: RunningProcess) => Promise<Value>) => {
  const service = await startProgram('start', environment);
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
};

const openIntents = async (service: RunningProcess): Promise<Opened> => {
  const { token } = await registerApprovedUser(service, demoKeyOf(service), 'maria@pessoa.example');
  const intents: Intent[] = [];
  for (let stay = 1; stay <= STAYS; stay += 1) {
    intents.push(await openIntent(service, token, { key: `${stay}@pessoa.example`, name: `MARIA ${stay}` }));
  }
  return { token, intents };
};

/** Answers how many were paid: one. */
const payNext = async (service: RunningProcess, { token, intents }: Opened, index: number): Promise<number> => {
  await payIntent(service, token, intents[index]!);
  return 1;
};

const ledger = async (environment: Environment, ...words: string[]): Promise<string> => {
  const { code, stdout, stderr } = await runProgram('ledger', words, environment, MOVE_TIMEOUT_MS);
  if (code !== 0) throw new Error(`ledger ${words.join(' ')}: ${stderr}`);
  return stdout.trim();
};

const countEqual = async (environment: Environment): Promise<number> => {
  let equal = 0;
  for (const { name } of projections) {
    const { code, stdout } = await runProgram('ledger', ['rebuild', name, '--json'], environment, MOVE_TIMEOUT_MS);
    const { outcome, differences } = JSON.parse(stdout) as { outcome: string; differences: readonly object[] };
    equal += code === 0 && outcome === 'swapped' && differences.length === 0 ? 1 : 0;
  }
  return equal;
};

const countDifferences = async (environment: Environment): Promise<number> => {
  const { stdout } = await runProgram('ledger', ['store', 'compare', '--json'], environment, MOVE_TIMEOUT_MS);
  return stdout.split('\n').filter((line) => line !== '').length;
};
