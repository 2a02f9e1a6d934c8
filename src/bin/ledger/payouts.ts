import type { Command } from 'commander';
import { type ChangedHold, holdPayout, releasePayout } from '../../../commands/payout/trouble/change-hold';
import { decidePayout } from '../../../commands/payout/trouble/decide-payout';
import type { Session } from '../session';
import { inSession, mustSayWhy, type OperatorOptions, operatorContext, print, withOperator } from './operator';
import { namedOperator } from './operator-key';
import { addReturnCommands } from './payout-returns';

/** `ledger payouts hold|release|decide|returns`. */
export const addPayoutCommands = (program: Command): void => {
  const payouts = program.command('payouts').description('payouts in trouble; all need --reason, and who');
  withOperator(payouts.command('hold <paymentId>'))
    .description(
      'request and send nothing for a payment until it is released; what was sent is asked about all the same',
    )
    .action(changing('hold', holdPayout));
  withOperator(payouts.command('release <paymentId>'))
    .description('let a payment that was held go on where it was')
    .action(changing('release', releasePayout));
  withOperator(payouts.command('decide <paymentId>'))
    .description(
      'take a payout for not paid whose outcome has been unknown for 2 h, when its provider has nothing to say about it either; two operators, each by a key of their own, give this command. Nothing may be refunded until a day later',
    )
    .action(decide);
  addReturnCommands(payouts);
};

const changing =
  (name: 'hold' | 'release', command: (deps: Session['adapters']['ports']) => ReturnType<typeof holdPayout>) =>
  async (paymentId: string, options: OperatorOptions): Promise<void> => {
    mustSayWhy(`payouts ${name}`, options);
    await inSession(async (session) => {
      const context = await operatorContext(session, options);
      const { changed }: ChangedHold = await command(session.adapters.ports)(paymentId, context);
      const lines = [
        changed ? `${paymentId}: ${name === 'hold' ? 'held' : 'released'}` : `${paymentId}: nothing to change`,
      ];
      print(options.json, { paymentId, changed }, lines);
    });
  };

const decide = async (paymentId: string, options: OperatorOptions): Promise<void> => {
  mustSayWhy('payouts decide', options);
  await inSession(async (session) => {
    const { ports } = session.adapters;
    const { operatorName: by } = await namedOperator(ports.eventStore, 'approve');
    const context = await operatorContext(session, options, 'approve');
    const decision = await decidePayout(ports)({ paymentId, by }, context);
    print(options.json, { paymentId, decision }, [
      decision === 'DECIDED'
        ? `${paymentId}: taken for not paid; what came in is owed back, and may be refunded a day from now`
        : `${paymentId}: proposed by ${by}; another operator has to give the same command`,
    ]);
  });
};
