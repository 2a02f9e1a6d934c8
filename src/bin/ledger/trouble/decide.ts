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

/** Evidence that each outcome needs, the outcome, and a text of its consequence. */
const OUTCOMES: Readonly<Record<string, readonly [readonly Name[], (evidence: Evidence) => Outcome, string]>> = {
  paid: [['transfer'], (e) => ({ how: 'PAID', endToEndId: e.transfer }), 'taken for paid, and completed'],
  'not-paid': [
    [],
    () => ({ how: 'NOT_PAID' }),
    'taken for not paid; what came in is owed back, and may be refunded a day from now',
  ],
  delivered: [
    ['transaction', 'baseUnits'],
    (e) => ({ how: 'DELIVERED', txId: e.transaction, deliveredBaseUnits: e.baseUnits }),
    'taken for delivered',
  ],
  'given-back': [
    ['pix', 'transfer'],
    (e) => ({ how: 'REFUNDED', endToEndId: e.pix, transfer: e.transfer }),
    'its PIX is taken for given back',
  ],
  debited: [
    ['transaction', 'asset', 'baseUnits'],
    (e) => ({ how: 'DEBITED', debited: { txid: e.transaction, assetId: e.asset, amountBaseUnits: e.baseUnits } }),
    'it has failed; what was taken is owed back',
  ],
  'not-debited': [[], () => ({ how: 'NOT_DEBITED' }), 'it has failed; nothing is owed'],
  'made-good': [['transfer'], (e) => ({ how: 'MADE_GOOD', settledBy: e.transfer }), 'its loss is made good'],
};

const WHICH =
  'of the payout: paid, not-paid; of the delivery: delivered; of the refund of a PIX: given-back; of the debit of a withdrawal: debited, not-debited, or made-good after its loss';

/** `ledger decide`. */
export const addDecideCommand = (program: Command): void => {
  const outcome = new Option('--outcome <outcome>', WHICH).choices(Object.keys(OUTCOMES)).makeOptionMandatory();
  withOperator(program.command('decide <paymentId>'))
    .addOption(outcome)
    .option('--transfer <id>', 'paid, given-back, made-good: its end-to-end id or the id that the bank gave it', filled)
    .option('--transaction <id>', 'delivered, debited: its hash or id', filled)
    .option('--base-units <n>', 'delivered, debited: how much in all', baseUnitsOf)
    .option('--asset <id>', 'debited: which asset, by its id', assetOf)
    .option('--pix <endToEndId>', 'given-back: which PIX', filled)
    .option('--unreachable', 'not-paid: its provider cannot be asked, and its own pages show that nothing was paid')
    .description(
      'end a step that moves money and that no provider ends, by what you have found or sent; two operators, each by a key of their own, give this command. Each asks the provider first: anything definite that it says, and that is not the same, refuses the command. From the second word on nothing is sent for the step',
    )
    .action(decide);
  withOperator(program.command('withdraw-proposal <paymentId>'))
    .description('withdraw what an operator has proposed about a payment; needs --actor and --reason')
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
    const told = decision === 'DECIDED' ? end : `proposed by ${by}; another operator has to give the same command`;
    print(options.json, { paymentId, decision }, [`${paymentId}: ${told}`]);
  });
};

const withdraw = async (paymentId: string, options: OperatorOptions): Promise<void> => {
  mustSayWhy('withdraw-proposal', options);
  await inSession(async (session) => {
    const context = await operatorContext(session, options);
    const changed = await session.service.withdrawWord({ paymentId, by: context.actor.id }, context);
    print(options.json, { paymentId, changed }, [
      `${paymentId}: ${changed ? 'nothing is proposed any more' : 'nothing was proposed'}`,
    ]);
  });
};
