import { createHash } from 'node:crypto';
import { systemClock } from '../../infra/clock';
import { openRippledLedger, serveRippled } from '../../test/infra/chains/served/rippled';
import { payer, paymentOf, receiver, withMemos } from '../../test/infra/chains/xrpl/scenario';
import { inBlocks, memoOf, serveFilled } from './shared/filled';

const DROPS = 10n ** 16n;

serveFilled(async (transactions) => {
  const ledger = openRippledLedger(systemClock);
  for (const { address } of [payer, receiver]) ledger.fund(address, DROPS);
  let sequence = 0;
  const pay = (more: object): void => {
    sequence += 1;
    ledger.submit(payer.sign(paymentOf({ Sequence: sequence, ...more })).tx_blob);
  };
  pay({});
  ledger.closeLedgers();
  const { rows, index: last } = ledger.ledgers.at(-1)!;
  for (const block of inBlocks(transactions)) {
    for (const memo of block.flatMap((index) => memoOf(index) ?? [])) pay(withMemos(memo));
    ledger.closeLedgers();
    const closed = ledger.ledgers.pop()!;
    const copies = block
      .filter((index) => memoOf(index) === null)
      .map((index) => ({ ...rows[0]!, hash: createHash('sha256').update(`${index}`).digest('hex').toUpperCase() }));
    ledger.ledgers.push({ ...closed, rows: [...closed.rows, ...copies] });
  }
  const { url, close } = await serveRippled(ledger);
  const to = BigInt(ledger.ledgers.at(-1)!.index);
  return {
    chain: { url, networkId: '0', receiver: receiver.address, from: BigInt(last + 1), to },
    pass: ledger.closeLedgers,
    close,
  };
});
