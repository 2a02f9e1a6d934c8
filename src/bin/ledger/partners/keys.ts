import { type Command, Option } from 'commander';
import type { Mode } from '../../../../aggregates/partner/events';
import { rejection } from '../../../../aggregates/rejection';
import { listApiKeys } from '../../../../read-models/partners/api-keys';
import { findPartner } from '../../../../read-models/partners/partners';
import { partnerReader } from '../../../../read-models/reader';
import {
  filled,
  inSession,
  type OperatorOptions,
  operatorContext,
  print,
  untilApplied,
  withOperator,
} from '../operator';

const MODES = ['sandbox', 'live'] as const satisfies readonly Mode[];
const KEEP = 'Save the secret now: it is not stored and will not be shown again.';

const modeOption = (description: string): Option => new Option('--mode <mode>', description).choices(MODES);

export const addKeyCommands = (program: Command): void => {
  const keys = program.command('keys').description('the credentials of a partner');
  keys
    .command('list <partnerId>')
    .description('list the API keys, without secrets')
    .addOption(modeOption('only those of this mode'))
    .option('--json', 'print only JSON on stdout')
    .action(list);
  withOperator(keys.command('issue <partnerId>'))
    .description('issue an API key, shown once')
    .addOption(modeOption('of the key').default('sandbox'))
    .option('--name <name>', 'the name of the key', filled)
    .action(issue);
  withOperator(keys.command('revoke <partnerId> <keyId>'))
    .description('revoke an API key immediately and permanently')
    .action(revoke);
  withOperator(keys.command('rotate-hmac <partnerId>'))
    .description('issue a secret for signed requests, shown once; it replaces the previous secret')
    .addOption(modeOption('of the secret').default('sandbox'))
    .action(rotateHmac);
};

const list = async (partnerId: string, options: { readonly mode?: Mode; readonly json?: boolean }): Promise<void> =>
  inSession(async ({ adapters }) => {
    const modes = options.mode === undefined ? MODES : [options.mode];
    const { query } = adapters.ports;
    if ((await findPartner(query, partnerId)) === null) throw rejection('NOT_FOUND', 'No such partner');
    const rows = await Promise.all(modes.map((mode) => listApiKeys(partnerReader(query, { partnerId, mode }))));
    const shown = rows.flat().map(({ key_id: keyId, mode, name, prefix, last4, status, created_at, revoked_at }) => ({
      ...{ keyId, mode, name, prefix, last4, status },
      createdAt: created_at,
      revokedAt: revoked_at,
    }));
    const lines = shown.map(
      (key) => `${key.keyId}  ${key.mode}  ${key.status}  ${key.prefix}...${key.last4}  ${key.name ?? ''}`,
    );
    print(options.json, shown, lines.length === 0 ? ['No keys'] : lines);
  });

type OfMode = OperatorOptions & { readonly mode: Mode };

const issue = async (partnerId: string, options: OfMode & { readonly name?: string }): Promise<void> =>
  inSession(async (session) => {
    const { mode, name = null } = options;
    const context = { ...(await operatorContext(session, options, 'administer')), partnerId, mode };
    const { position, ...issued } = await session.service.issueApiKey({ partnerId, mode, name }, context);
    await untilApplied(session, position);
    print(options.json, { ...issued, mode }, [`key id   ${issued.keyId}`, `API key  ${issued.apiKey}`, KEEP]);
  });

const revoke = async (partnerId: string, keyId: string, options: OperatorOptions): Promise<void> =>
  inSession(async (session) => {
    const context = { ...(await operatorContext(session, options, 'administer')), partnerId };
    const { position, revokedAt } = await session.service.revokeApiKey({ partnerId, keyId }, context);
    await untilApplied(session, position);
    print(options.json, { keyId, status: 'REVOKED', revokedAt }, [`${keyId}: revoked at ${revokedAt}`]);
  });

const rotateHmac = async (partnerId: string, options: OfMode): Promise<void> =>
  inSession(async (session) => {
    const { mode } = options;
    const context = { ...(await operatorContext(session, options, 'administer')), partnerId, mode };
    const { position, hmacSecret, issuedAt } = await session.service.issueHmacSecret({ partnerId, mode }, context);
    await untilApplied(session, position);
    print(options.json, { partnerId, mode, hmacSecret, issuedAt }, [`HMAC secret  ${hmacSecret}`, KEEP]);
  });
