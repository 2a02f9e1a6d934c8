import { type Command, Option } from 'commander';
import type { PayoutEnd } from '../../../aggregates/payout/events';
import { decidePayout } from '../../../commands/payout/trouble/decide-payout';
import { holdPayout } from '../../../commands/payout/trouble/hold-payout';
import { type Released, releasePayout } from '../../../commands/payout/trouble/release-payout';
import { systemClock } from '../../../infra/clock';
import { guardProvider } from '../../../infra/providers/providers';
import { usedElsewhere } from '../../reads/used-elsewhere';
import { providersOf } from '../adapters';
import type { Session } from '../session';
import { byTwo } from './by-two';
import { filled, inSession, mustSayWhy, type OperatorOptions, operatorContext, print, withOperator } from './operator';
import { addRefundCommand } from './payout-refunds';
import { addReturnCommands } from './payout-returns';

/** `ledger payouts hold|release|decide|returns|refund`. */
export const addPayoutCommands = (program: Command): void => {
  const payouts = program.command('payouts').description('payouts in trouble; all need --reason, and who');
  withOperator(payouts.command('hold <paymentId>'))
    .description(
      'request and send nothing for a payment until it is released; what was sent is asked about all the same',
    )
    .action(hold);
  withOperator(payouts.command('release <paymentId>'))
    .description(
      'let a payment that was held go on where it was; of one that is held by the loss of a log, every provider is asked first, and what one of them knows is taken up and never sent. Of one that came back or owes crypto it is your word that nothing of that was resolved or given back in the lost time',
    )
    .action(release);
  withOperator(payouts.command('decide <paymentId>'))
    .addOption(
      new Option('--not-paid', 'of a payout that is contradicted: nothing arrived at the payee').conflicts('paid'),
    )
    .option(
      '--paid <endToEndId>',
      'of a payout that is contradicted: the payee has the whole amount, by this payment of the statement',
      filled,
    )
    .description(
      'take a payout for not paid whose outcome has been unknown for 2 h, when its provider has nothing to say about it either, or end one that is contradicted, unless its provider says the opposite; two operators, each by a key of their own, give this command. Nothing may be refunded until a day later',
    )
    .action(decide);
  addReturnCommands(payouts);
  addRefundCommand(payouts);
};

const hold = async (paymentId: string, options: OperatorOptions): Promise<void> => {
  mustSayWhy('payouts hold', options);
  await inSession(async (session) => {
    const context = await operatorContext(session, options);
    const changed = await holdPayout(session.adapters.ports)(paymentId, context);
    print(options.json, { paymentId, changed }, [`${paymentId}: ${changed ? 'held' : 'nothing to change'}`]);
  });
};

const release = async (paymentId: string, options: OperatorOptions): Promise<void> => {
  mustSayWhy('payouts release', options);
  await inSession(async (session) => {
    const context = await operatorContext(session, options);
    const released = await releasePayout(askingAll(session))(paymentId, context);
    const { outcome } = released;
    const changed = outcome !== 'UNCHANGED';
    const known = outcome === 'RECOVERED' ? { known: released.known } : {};
    print(options.json, { paymentId, changed, outcome, ...known }, [`${paymentId}: ${wordsOf(released)}`]);
  });
};

/** Answers to questions: nothing is sent by it. */
const askingAll = ({ adapters: { ports, sandbox } }: Session) => ({
  ...ports,
  providers: providersOf(sandbox).map((provider) => guardProvider(provider, systemClock)),
  mostAttempts: ports.settings.payoutAttemptDelaysMs.length + 1,
});

const wordsOf = (released: Released): string => {
  switch (released.outcome) {
    case 'RELEASED':
      return 'released';
    case 'RELEASED_TO_OPERATOR':
      return 'released, by your word that nothing of it was resolved or given back in the time that the log lost; that may be done now, once';
    case 'UNCHANGED':
      return 'nothing to change';
    case 'DEBIT_RELEASED':
      return 'its debit is released; its payout stays held until the debit is settled and it is released again';
    case 'RECOVERED': {
      const { provider, attempt, state } = released.known;
      return `${provider} knows attempt ${attempt} as ${state}: it is taken up and not sent again; it stays held`;
    }
  }
};

interface DecideOptions extends OperatorOptions {
  readonly notPaid?: true;
  readonly paid?: string;
}

const endIn = ({ notPaid, paid: endToEndId }: DecideOptions): { readonly end?: PayoutEnd } => {
  if (endToEndId !== undefined) return { end: { how: 'PAID', endToEndId } };
  return notPaid === true ? { end: { how: 'NOT_PAID' } } : {};
};

const NOT_PAID = 'taken for not paid; what came in is owed back, and may be refunded a day from now';

const decide = async (paymentId: string, options: DecideOptions): Promise<void> => {
  mustSayWhy('payouts decide', options);
  await byTwo({ name: 'paymentId', id: paymentId }, options, {
    decide: (session, who, context) => {
      const asking = askingAll(session);
      return decidePayout({ ...asking, ...usedElsewhere(asking.query) })(
        { paymentId, ...who, ...endIn(options) },
        context,
      );
    },
    end: options.paid === undefined ? NOT_PAID : 'taken for paid, and completed',
  });
};
