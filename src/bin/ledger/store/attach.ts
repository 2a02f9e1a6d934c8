import { decideAttach } from '../../../../commands/pair/attach';
import { QUIET_MS } from '../../../../commands/pair/decision';
import { settleOnce } from '../../../../infra/pair/settle';
import { mustSayWhy, print } from '../operator';
import { attachLoss, type LossOptions } from './attach-loss';
import { onStores } from './on-stores';

type AttachOptions = LossOptions & { readonly acceptLoss?: boolean };

/** `ledger store attach`: a refusal has the message of a start, and exits with 1. */
export const attachStore = (options: AttachOptions): Promise<void> =>
  options.acceptLoss === true ? attachLoss(options) : attach(options);

const attach = async (options: AttachOptions): Promise<void> => {
  const reason = mustSayWhy('ledger store attach', options);
  const { ledgerId } = await onStores((tools, actor) => {
    if (tools.isEmbedded) {
      throw new Error('Log and rows share one database: after a restore run `ledger store attach --accept-loss`');
    }
    process.stderr.write(`attaching takes ${QUIET_MS / 1_000} s\n`);
    return settleOnce(tools, (look, { id, at }) => decideAttach(look, { id, at, actor, reason }));
  }, options);
  const lines = [`Ledger ${ledgerId} belongs to this PostgreSQL. Services may start.`];
  print(options.json, { attached: ledgerId }, lines);
};
