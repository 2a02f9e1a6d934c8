import type { CommandContext } from '../../handling/context';
import type { HandleDeps } from '../../handling/request';
import { recordAct } from './record-act';

interface Named {
  readonly kind: string;
  readonly subject: string;
}

export interface CloseAlertDeps<Alert extends Named> extends HandleDeps {
  readonly alerts: {
    readonly open: () => Promise<readonly Alert[]>;
    readonly close: (
      kind: string,
      subject: string,
      closing: { readonly now: string; readonly because: string },
    ) => Promise<Alert | null>;
  };
}

/** The event comes before the alert closes. Null: no such alert is open. */
export const closeAlert =
  <Alert extends Named>({ alerts, ...deps }: CloseAlertDeps<Alert>) =>
  async ({ kind, subject }: Named, context: CommandContext): Promise<Alert | null> => {
    const open = (await alerts.open()).find((alert) => alert.kind === kind && alert.subject === subject);
    if (open === undefined) return null;
    const { actor, reason } = context;
    const now = deps.clock.iso();
    const data = { operatorName: actor.id, kind, subject, closedAt: now };
    await recordAct(deps, { type: 'AlertClosed', data }, { at: now, context });
    await alerts.close(kind, subject, { now, because: `closed by ${actor.kind}:${actor.id}: ${reason}` });
    return open;
  };
