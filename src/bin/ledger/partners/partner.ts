import { type Command, Option } from 'commander';
import type { Mode } from '../../../../aggregates/partner/events';
import type { ChangePartnerStanding } from '../../../../commands/partner/change-partner-standing';
import { addPartnerLists } from '../lists/partner-lists';
import {
  filled,
  inSession,
  type OperatorOptions,
  operatorContext,
  print,
  untilApplied,
  withOperator,
} from '../operator';
import { addInvitation } from './members';
import { addPartnerTerms } from './partner-terms';
import { addReplay } from './webhooks';

const STANDINGS: Readonly<Record<string, ChangePartnerStanding['change']>> = {
  suspend: 'SuspendPartner',
  reinstate: 'ReinstatePartner',
  revoke: 'RevokePartner',
};

export const addPartnerCommands = (program: Command): void => {
  const partner = program.command('partner').description('onboard partners and change their standing');
  addPartnerLists(partner);
  withOperator(partner.command('create'))
    .description('onboard a partner with one credential of each kind; the secrets are shown once')
    .requiredOption('--name <name>', 'the name of the partner', filled)
    .addOption(new Option('--mode <mode>', 'of the credentials').choices(['sandbox', 'live']).default('sandbox'))
    .action(create);
  for (const [name, change] of Object.entries(STANDINGS)) {
    withOperator(partner.command(`${name} <partnerId>`))
      .description(`${name} a partner`)
      .action((partnerId: string, options: OperatorOptions) => changeStanding(partnerId, change, options));
  }
  addPartnerTerms(partner);
  addInvitation(partner);
  addReplay(partner);
};

const create = async (options: OperatorOptions & { readonly name: string; readonly mode: Mode }): Promise<void> =>
  inSession(async (session) => {
    const { name, mode } = options;
    const onboarded = await session.service.onboardPartner(
      { name, mode },
      await operatorContext(session, options, 'administer'),
    );
    const { partnerId, apiKey, hmacSecret, webhookSecret, position } = onboarded;
    await untilApplied(session, position);
    print(options.json, { partnerId, apiKey, hmacSecret, webhookSecret }, [
      `partner id      ${partnerId}`,
      `API key         ${apiKey}`,
      `HMAC secret     ${hmacSecret}`,
      `webhook secret  ${webhookSecret}`,
      'Save them now: they are not stored and will not be shown again.',
    ]);
  });

const changeStanding = async (
  partnerId: string,
  change: ChangePartnerStanding['change'],
  options: OperatorOptions,
): Promise<void> =>
  inSession(async (session) => {
    const reason = options.reason ?? 'no reason given';
    const { position } = await session.service.changePartnerStanding(
      { partnerId, change, reason },
      { ...(await operatorContext(session, options, 'administer')), partnerId },
    );
    await untilApplied(session, position);
    print(options.json, { partnerId, change, changed: position !== null }, [
      position === null ? `${partnerId}: already in this state` : `${partnerId}: done`,
    ]);
  });
