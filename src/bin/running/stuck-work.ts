import { isStreamFault } from '../../../aggregates/stream-fault';
import type { Alert } from '../../../commands/alerts/kinds';
import { isNodeError } from '../../../infra/chains/nodes/rpc/node-error';
import type { WorkerOptions } from '../../../infra/work/work-queue';

const LONGEST_ERROR_CHARACTERS = 300;

/** A damaged stream and an unreachable node have their own alarms. */
export const alertOfStuckWork =
  (alert: Alert): NonNullable<WorkerOptions['onStuck']> =>
  ({ queue, key, attempts }, error) => {
    if (isStreamFault(error) || isNodeError(error)) return;
    const said = error instanceof Error ? error.message : String(error);
    const facts = { queue, key, attempts: String(attempts), error: said.slice(0, LONGEST_ERROR_CHARACTERS) };
    alert('A task has failed repeatedly; retries continue', facts);
  };
