import type { Command } from 'commander';
import { lookupsOfMembers } from '../../../commands/partner/members/lookups-of-members';
import type { Lookup } from '../../../commands/ports/key-vault';
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
  const vault = program.command('vault').description('manage the vault of personal data');
  vault
    .command('rewrap')
    .description(
      'rewrap every key with the first key of MASTER_KEY; every process must already have this key; repeatable',
    )
    .option('--lookups', 'then create a new key of look-ups, or continue an unfinished change')
    .option('--json', 'print only JSON on stdout')
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
  return rotateLookups({ pool, cipher }, () => lookupsOf(ports), show);
};

async function* lookupsOf(ports: Session['adapters']['ports']): AsyncGenerator<Lookup> {
  yield* lookupsOfUsers(ports);
  yield* lookupsOfMembers(ports);
}

const summaryOf = ({ rewrapped, keyId }: RewrapResult): readonly string[] => [
  `${rewrapped} keys rewrapped: everything in the vault is under the master key ${keyId}`,
  'You can remove the other keys of MASTER_KEY, process by process. Backups still need them.',
];

const summaryOfLookups = ({ version, moved, left }: RotationResult): readonly string[] => [
  `${moved} look-ups moved to the key ${version} of look-ups`,
  left === 0
    ? 'No other key of look-ups is in use any more.'
    : `${left} look-ups keep an earlier key until their next use; run this command again to count them.`,
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
