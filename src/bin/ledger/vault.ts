import type { Command } from 'commander';
import { lookupsOfUsers } from '../../../commands/user/ids/lookups-of-users';
import { type RewrapProgress, type RewrapResult, rewrapKeys } from '../../../infra/vault/keys/rewrap';
import { type RotationProgress, type RotationResult, rotateLookups } from '../../../infra/vault/lookups/rotate-lookups';
import type { Session } from '../wiring/session';
import { inSession, mustBeAdmin, print } from './operator';

interface RewrapOptions {
  readonly lookups?: boolean;
  readonly json?: boolean;
}

export const addVaultCommands = (program: Command): void => {
  const vault = program.command('vault').description('the vault of personal data');
  vault
    .command('rewrap')
    .description('wrap every key by the first key of MASTER_KEY, which every process must have by now; repeatable')
    .option('--lookups', 'then make a new key of look-ups, or go on with one that is not the only one yet')
    .option('--json', 'print nothing but JSON on stdout')
    .action(rewrap);
};

const rewrap = async ({ lookups, json }: RewrapOptions): Promise<void> => {
  const { keys, rotated } = await inSession(async (session) => {
    await mustBeAdmin(session);
    const { batchPool, cipher } = session.adapters;
    const showKeys = createDisplay<RewrapProgress>(({ rewrapped, total }) => `${rewrapped} of ${total} keys`);
    const rewrapped = await rewrapKeys(batchPool, cipher, showKeys);
    return { keys: rewrapped, rotated: lookups === true ? await rotate(session) : null };
  });
  const result = rotated === null ? keys : { ...keys, lookups: rotated };
  print(json, result, [...summaryOf(keys), ...(rotated === null ? [] : summaryOfLookups(rotated))]);
};

const rotate = ({ adapters }: Session): Promise<RotationResult> => {
  const { batchPool: pool, cipher, ports } = adapters;
  const show = createDisplay<RotationProgress>(({ moved, total }) => `${moved} of ${total} look-ups`);
  return rotateLookups({ pool, cipher }, () => lookupsOfUsers(ports), show);
};

const summaryOf = ({ rewrapped, keyId }: RewrapResult): readonly string[] => [
  `${rewrapped} keys rewrapped: everything in the vault is under the master key ${keyId}`,
  'The other keys of MASTER_KEY can go, first from one process and then from the others. Backups still need them.',
];

const summaryOfLookups = ({ version, moved, left }: RotationResult): readonly string[] => [
  `${moved} look-ups moved to the key ${version} of look-ups`,
  left === 0
    ? 'There is no other key of look-ups any more.'
    : `${left} are under an earlier key until they are next used; run this again to see how many still are.`,
];

const LINE_EVERY_MS = 1_000;

/** Shows the first line, then at most one per second. */
const createDisplay = <Progress>(lineOf: (progress: Progress) => string) => {
  let toldMs = Number.NEGATIVE_INFINITY;
  return (progress: Progress): void => {
    if (performance.now() - toldMs < LINE_EVERY_MS) return;
    toldMs = performance.now();
    process.stderr.write(`${lineOf(progress)}\n`);
  };
};
