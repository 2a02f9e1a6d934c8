import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Mode } from '../../../aggregates/partner/events';
import type { ChangePartnerStanding } from '../../../commands/partner/change-partner-standing';
import { addPartnerLists } from './lists/partner-lists';
import {
  filled,
  inSession,
  type OperatorOptions,
  operatorContext,
  print,
  untilApplied,
  withOperator,
} from './operator';

const STANDINGS: Readonly<Record<string, ChangePartnerStanding['change']>> = {
  suspend: 'SuspendPartner',
  reinstate: 'ReinstatePartner',
  revoke: 'RevokePartner',
};

/** `ledger partner create|suspend|reinstate|revoke|set|list|show`. */
export const addPartnerCommands = (program: Command): void => {
  const partner = program.command('partner').description('onboard partners and change their standing');
  addPartnerLists(partner);
  withOperator(partner.command('create'))
    .description('onboard a partner with one credential of each kind; the secrets are shown once')
    .requiredOption('--name <name>', 'what the partner is called', filled)
    .addOption(new Option('--mode <mode>', 'of the credentials').choices(['sandbox', 'live']).default('sandbox'))
    .action(create);
  for (const [name, change] of Object.entries(STANDINGS)) {
    withOperator(partner.command(`${name} <partnerId>`))
      .description(`${name} a partner`)
      .action((partnerId: string, options: OperatorOptions) => changeStanding(partnerId, change, options));
  }
  withOperator(partner.command('set <partnerId>'))
    .description('change the terms that are named')
    .option('--ip-allowlist <entries>', 'addresses and CIDRs, separated by commas; none lets everybody in', entriesOf)
    .option('--feature <feature=on|off>', 'allow or forbid a feature, such as pegged-withdraw', featureOf)
    .option('--fee-markup-bps <n>', "the partner's own markup in basis points, 0 to 10000", numberOf)
    .option(
      '--requests-per-minute <n>',
      "the partner's own limit; 0 lifts it, default returns to that of RATE_LIMITS",
      limitOf,
    )
    .action(changeTerms);
};

/** `a,b` to its entries; `none` clears the list. */
const entriesOf = (text: string): readonly string[] =>
  text === 'none' ? [] : text.split(',').map((entry) => entry.trim());

/** `--feature pegged-withdraw=on`, repeatable. */
const featureOf = (text: string, before: Readonly<Record<string, boolean>> = {}): Readonly<Record<string, boolean>> => {
  const [name = '', setting = ''] = text.split('=');
  if (setting !== 'on' && setting !== 'off') throw new InvalidArgumentError('write it <feature>=on or <feature>=off');
  return { ...before, [name]: setting === 'on' };
};

/** NaN for what is no number; the command refuses it. */
const numberOf = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : Number.NaN);

/** 'default' instead of null: the option parser turns null into an empty text. */
const limitOf = (text: string): number | 'default' => (text === 'default' ? text : numberOf(text));

interface TermsOptions extends OperatorOptions {
  readonly ipAllowlist?: readonly string[];
  readonly feature?: Readonly<Record<string, boolean>>;
  readonly feeMarkupBps?: number;
  readonly requestsPerMinute?: number | 'default';
}

const changeTerms = async (partnerId: string, options: TermsOptions): Promise<void> =>
  inSession(async (session) => {
    const { ipAllowlist, feature: features, feeMarkupBps: feeMarkupBasisPoints, requestsPerMinute } = options;
    const terms = {
      ...(ipAllowlist === undefined ? {} : { ipAllowlist }),
      ...(features === undefined ? {} : { features }),
      ...(feeMarkupBasisPoints === undefined ? {} : { feeMarkupBasisPoints }),
      ...(requestsPerMinute === undefined
        ? {}
        : { requestsPerMinute: requestsPerMinute === 'default' ? null : requestsPerMinute }),
    };
    const context = { ...(await operatorContext(session, options, 'administer')), partnerId };
    const { position } = await session.service.changePartnerTerms({ partnerId, ...terms }, context);
    await untilApplied(session, position);
    print(options.json, { partnerId, ...terms }, [`${partnerId}: done`]);
  });

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
      'Keep them now: they are not stored and will not be shown again.',
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
      position === null ? `${partnerId}: nothing to change` : `${partnerId}: done`,
    ]);
  });
