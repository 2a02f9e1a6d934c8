import type { Command } from 'commander';
import type { Found, Released } from '../../../../commands/trouble/released';
import { inSession, mustSayWhy, type OperatorOptions, operatorContext, print, withOperator } from '../operator';
import { addCompareCommand } from './compare';
import { addDecideCommand } from './decide';
import { addListCommand } from './list';
import { addRefundCommand } from './payout-refunds';
import { addReturnCommands } from './payout-returns';
import { addPixCommand } from './settle-pix';

/** `ledger trouble list`, `hold`, `release`, `decide`, `payouts refund|returns|compare`, `cashins settle`. */
export const addTroubleCommands = (program: Command): void => {
  addListCommand(program);
  withOperator(program.command('hold <paymentId>'))
    .description(
      'request and send nothing for a payment until it is released: no payout, debit, delivery or refund; what was sent is asked about all the same',
    )
    .action(hold);
  withOperator(program.command('release <paymentId>'))
    .description(
      'let a held payment go on where it was. After the loss of a log every provider is asked first, and an order that one of them knows is taken up and never sent. Of a payment that came back or owes crypto it is your word that nothing of that was resolved or given back in the lost time',
    )
    .action(release);
  addDecideCommand(program);
  const payouts = program
    .command('payouts')
    .description('what came back, what is owed in crypto, and what the banks list');
  addReturnCommands(payouts);
  addRefundCommand(payouts);
  addCompareCommand(payouts);
  addPixCommand(program);
};

const hold = async (paymentId: string, options: OperatorOptions): Promise<void> => {
  mustSayWhy('hold', options);
  await inSession(async (session) => {
    const context = await operatorContext(session, options);
    const changed = await session.service.holdPayment(paymentId, context);
    print(options.json, { paymentId, changed }, [`${paymentId}: ${changed ? 'held' : 'nothing to change'}`]);
  });
};

const release = async (paymentId: string, options: OperatorOptions): Promise<void> => {
  mustSayWhy('release', options);
  await inSession(async (session) => {
    const context = await operatorContext(session, options);
    const released = await session.service.releasePayment(paymentId, context);
    const changed = released.outcome !== 'UNCHANGED';
    print(options.json, { paymentId, changed, ...released }, [`${paymentId}: ${wordsOf(released)}`]);
  });
};

const wordsOf = (released: Released): string => {
  switch (released.outcome) {
    case 'RELEASED':
      return 'released';
    case 'RELEASED_TO_OPERATOR':
      return 'released, by your word that nothing of it was resolved or given back in the time that the log lost; that may be done now, once';
    case 'UNCHANGED':
      return 'nothing to change';
    case 'DEBIT_RELEASED':
      return 'its debit is released; a provider knows its payout, which stays held until the debit is settled and it is released again';
    case 'RECOVERED':
      return `${released.found.map(foundWords).join(', ')}: known there, taken up and not sent again; it stays held`;
  }
};

const foundWords = ({ step, attempt, key }: Found): string => `${step.toLowerCase()} ${key} (attempt ${attempt})`;
