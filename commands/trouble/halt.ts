import type { Halt } from '../../aggregates/halts/events';
import { HALTS_ID, type HaltCommand, halts } from '../../aggregates/halts/halts';
import type { CommandContext } from '../handling/context';
import { handle } from '../handling/handle';
import type { HandleDeps } from '../handling/request';
import { payeeDigest } from '../payout/payees';
import type { KeyVault } from '../ports/key-vault';

export interface HaltDeps extends HandleDeps {
  readonly vault: Pick<KeyVault, 'digest'>;
}

const changeHalt =
  (deps: HaltDeps, type: HaltCommand['type']) =>
  async ({ scope, value }: Halt, context: CommandContext): Promise<boolean> => {
    const halt = { scope, value: scope === 'PAYEE' ? await payeeDigest(deps.vault, value) : value };
    const command = { type, halt, now: deps.clock.iso() };
    return (await handle(deps, halts, { id: HALTS_ID, context, command })).events.length > 0;
  };

/** `value` of PAYEE is the key in its stored form. No new payout of it is sent. False: it is halted already. */
export const haltPayouts = (deps: HaltDeps) => changeHalt(deps, 'HaltPayouts');

export const resumePayouts = (deps: HaltDeps) => changeHalt(deps, 'ResumePayouts');
