import { type Command, InvalidArgumentError, Option } from 'commander';
import { mayDo } from '../../../../aggregates/operator/permissions';
import type { Outcome } from '../../../../commands/trouble/outcome';
import { filled, inSession, mustSayWhy, type OperatorOptions, operatorContext, print, withOperator } from '../operator';
import { namedOperator } from '../operator-key';
import { assetOf, baseUnitsOf } from './numbers';

/** By the names of the options. */
interface Evidence {
  readonly transfer: string;
  readonly transaction: string;
  readonly baseUnits: string;
  readonly asset: number;
  readonly pix: string;
}

type Name = keyof Evidence;

const NAMES: readonly Name[] = ['transfer', 'transaction', 'baseUnits', 'asset', 'pix'];

/** Outcomes, with the evidence that each needs and a text of its consequence. */
const OUTCOMES: Readonly<Record<string, readonly [readonly Name[], (evidence: Evidence) => Outcome, string]>> = {
  paid: [['transfer'], (e) => ({ how: 'PAID', endToEndId: e.transfer }), 'paid: the payout completes'],
  'not-paid': [[], () => ({ how: 'NOT_PAID' }), 'not paid: a refund is due, and possible a day from now'],
  delivered: [
    ['transaction', 'baseUnits'],
    (e) => ({ how: 'DELIVERED', txId: e.transaction, deliveredBaseUnits: e.baseUnits }),
    'delivered: the cash-in completes',
  ],
  'given-back': [
    ['pix', 'transfer'],
    (e) => ({ how: 'REFUNDED', endToEndId: e.pix, transfer: e.transfer }),
    'given back: its PIX counts as refunded',
  ],
  debited: [
    ['transaction', 'asset', 'baseUnits'],
    (e) => ({ how: 'DEBITED', debited: { txid: e.transaction, assetId: e.asset, amountBaseUnits: e.baseUnits } }),
    'the withdrawal failed: a refund of the debit is due',
  ],
  'not-debited': [[], () => ({ how: 'NOT_DEBITED' }), 'the withdrawal failed: no refund is due'],
  'made-good': [['transfer'], (e) => ({ how: 'MADE_GOOD', settledBy: e.transfer }), 'the loss of the debit is settled'],
};

const WHICH =
  'payout: paid, not-paid; delivery: delivered; refund of a PIX: given-back; debit of a withdrawal: debited, not-debited, or made-good after its loss';

export const addDecideCommand = (program: Command): void => {
  const outcome = new Option('--outcome <outcome>', WHICH).choices(Object.keys(OUTCOMES)).makeOptionMandatory();
  withOperator(program.command('decide <paymentId>'))
    .addOption(outcome)
    .option('--transfer <id>', 'paid, given-back, made-good: the end-to-end id, or the id of the bank', filled)
    .option('--transaction <id>', 'delivered, debited: the hash or id of the transaction', filled)
    .option('--base-units <n>', 'delivered, debited: the total amount', baseUnitsOf)
    .option('--asset <id>', 'debited: the id of the asset', assetOf)
    .option('--pix <endToEndId>', 'given-back: the end-to-end id of the PIX', filled)
    .option('--unreachable', 'not-paid: the provider does not answer, and its own pages show no payment')
    .description(
      'end a money step that no provider ends, by your own evidence. Two operators with separate keys must give this command. The service asks the provider first and refuses if its definite answer differs. After the second command the service sends no order for the step',
    )
    .action(decide);
  withOperator(program.command('withdraw-proposal <paymentId>'))
    .description('withdraw a proposal about a payment; needs --actor and --reason')
    .action(withdraw);
};

interface DecideOptions extends OperatorOptions, Partial<Evidence> {
  readonly outcome: string;
  readonly unreachable?: boolean;
}

const outcomeIn = (options: DecideOptions): { readonly outcome: Outcome; readonly end: string } => {
  const [needs, outcomeOf, end] = OUTCOMES[options.outcome] ?? [];
  const isExact = NAMES.every((name) => (options[name] !== undefined) === needs?.includes(name));
  if (outcomeOf !== undefined && end !== undefined && isExact) return { outcome: outcomeOf(options as Evidence), end };
  const words = needs?.map((name) => (name === 'baseUnits' ? '--base-units' : `--${name}`)).join(', ') ?? '';
  throw new InvalidArgumentError(
    `--outcome ${options.outcome} needs ${words || 'no evidence'}, and no other evidence.`,
  );
};

/** The first operator proposes, another one decides. */
const decide = async (paymentId: string, options: DecideOptions): Promise<void> => {
  mustSayWhy('decide', options);
  const { outcome, end } = outcomeIn(options);
  await inSession(async (session) => {
    const { operatorName: by, role } = await namedOperator(session.adapters.ports.eventStore, 'approve');
    const context = await operatorContext(session, options, 'approve');
    const said = {
      paymentId,
      outcome,
      by,
      mayPropose: mayDo(role, 'operate'),
      isUnreachable: options.unreachable === true,
    };
    const decision = await session.service.decideStep(said, context);
    const told = decision === 'DECIDED' ? end : `proposed by ${by}; a second operator must give the same command`;
    print(options.json, { paymentId, decision }, [`${paymentId}: ${told}`]);
  });
};

const withdraw = async (paymentId: string, options: OperatorOptions): Promise<void> => {
  mustSayWhy('withdraw-proposal', options);
  await inSession(async (session) => {
    const context = await operatorContext(session, options);
    const changed = await session.service.withdrawWord({ paymentId, by: context.actor.id }, context);
    print(options.json, { paymentId, changed }, [
      `${paymentId}: ${changed ? 'the proposal is withdrawn' : 'no proposal was open'}`,
    ]);
  });
};
