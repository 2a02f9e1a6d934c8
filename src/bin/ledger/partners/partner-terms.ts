import { type Command, InvalidArgumentError, Option } from 'commander';
import { PIX_KEY_KINDS, type PixKeyKind } from '../../../../aggregates/codes/pix-key';
import type { DeliveryMode, PartnerTermsChanged } from '../../../../aggregates/partner/events';
import { FEATURES } from '../../../../aggregates/partner/terms';
import type { ChangePartnerTerms } from '../../../../commands/partner/change-partner-terms';
import {
  filled,
  inSession,
  type OperatorOptions,
  operatorContext,
  print,
  untilApplied,
  withOperator,
} from '../operator';

export const addPartnerTerms = (partner: Command): void => {
  withOperator(partner.command('set <partnerId>'))
    .description('change the given terms')
    .option(
      '--ip-allowlist <entries>',
      'addresses and CIDRs, separated by commas; none allows every address',
      entriesOf,
    )
    .option('--feature <feature=on|off>', `allow or forbid a feature: ${FEATURES.join(', ')}`, featureOf)
    .option('--fee-markup-bps <n>', "the partner's own markup in basis points, 0 to 10000", numberOf)
    .option(
      '--requests-per-minute <n>',
      "the partner's own limit; 0 removes the limit, default restores RATE_LIMITS",
      limitOf,
    )
    .addOption(
      new Option('--cashin-delivery <mode>', 'the deliverer of the bought crypto').choices(['PLATFORM', 'PARTNER']),
    )
    .option('--cashin-pix-key <key>', "the PIX key for the partner's part of each charge; none removes the key", filled)
    .addOption(new Option('--cashin-pix-key-type <type>', 'the type of an ambiguous PIX key').choices(PIX_KEY_KINDS))
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

/** NaN for a text that is no number; the command refuses it. */
const numberOf = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : Number.NaN);

/** 'default' instead of null: the option parser turns null into an empty text. */
const limitOf = (text: string): number | 'default' => (text === 'default' ? text : numberOf(text));

interface TermsOptions extends OperatorOptions {
  readonly ipAllowlist?: readonly string[];
  readonly feature?: Readonly<Record<string, boolean>>;
  readonly feeMarkupBps?: number;
  readonly requestsPerMinute?: number | 'default';
  readonly cashinDelivery?: DeliveryMode;
  readonly cashinPixKey?: string;
  readonly cashinPixKeyType?: PixKeyKind;
}

const changeTerms = async (partnerId: string, options: TermsOptions): Promise<void> =>
  inSession(async (session) => {
    const asked = askedTerms(partnerId, options);
    const context = { ...(await operatorContext(session, options, 'administer')), partnerId };
    const { terms, position } = await session.service.changePartnerTerms(asked, context);
    await untilApplied(session, position);
    print(options.json, shownTerms(terms), [`${partnerId}: done`]);
  });

const askedTerms = (partnerId: string, options: TermsOptions): ChangePartnerTerms => {
  const { ipAllowlist, feature: features, feeMarkupBps: feeMarkupBasisPoints, requestsPerMinute } = options;
  const { cashinDelivery, cashinPixKey: text, cashinPixKeyType: kind = null } = options;
  if (text === undefined && kind !== null) throw new Error('--cashin-pix-key-type needs --cashin-pix-key');
  return {
    partnerId,
    ...(ipAllowlist === undefined ? {} : { ipAllowlist }),
    ...(features === undefined ? {} : { features }),
    ...(feeMarkupBasisPoints === undefined ? {} : { feeMarkupBasisPoints }),
    ...(requestsPerMinute === undefined
      ? {}
      : { requestsPerMinute: requestsPerMinute === 'default' ? null : requestsPerMinute }),
    ...(cashinDelivery === undefined ? {} : { cashinDelivery }),
    ...(text === undefined ? {} : { cashinPixKey: text === 'none' ? null : { text, kind } }),
  };
};

/** The key is masked, because others may read and keep the output of a terminal. */
const shownTerms = ({ changedAt: _when, cashinSplitKey: key, ...terms }: PartnerTermsChanged) => ({
  ...terms,
  ...(key === undefined ? {} : { cashinPixKey: key === null ? null : key.pixKeyMasked }),
});
