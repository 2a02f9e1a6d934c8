import type { Position } from '../../aggregates/events';
import type { KycSessionEvent } from '../../aggregates/kyc/events';
import { type KycSessionCommand, type KycSessionState, kycSession } from '../../aggregates/kyc/kyc-session';
import type { Mode } from '../../aggregates/partner/events';
import type { Alert } from '../alerts/kinds';
import type { CommandContext } from '../handling/context';
import { handle } from '../handling/handle';
import type { HandleDeps, Handled } from '../handling/request';
import type { Ids } from '../ports/ids';
import type { KeyVault } from '../ports/key-vault';
import type { KycProviders } from '../ports/providers/kyc-provider';
import type { CallContext } from '../ports/providers/result';

export interface KycDeps extends HandleDeps {
  readonly vault: KeyVault;
  readonly ids: Ids;
  readonly kycProviders: KycProviders;
  readonly alert: Alert;
}

export interface SessionAnswer {
  readonly sessionId: string;
  readonly state: KycSessionState;
  readonly position: Position | null;
}

/** Callers wait for the answer (specification, part 7: 10 to 15 s). */
export const CALL_TIMEOUT_MS = 8_000;

export const kycCall = (
  { clock }: Pick<KycDeps, 'clock'>,
  { requestId, partnerId, mode }: { readonly requestId: string; readonly partnerId: string; readonly mode: Mode },
): CallContext => ({ requestId, partnerId, mode, deadlineMs: clock.now() + CALL_TIMEOUT_MS });

export const askSession = (
  deps: HandleDeps,
  id: string,
  context: CommandContext,
  command: KycSessionCommand,
): Promise<Handled<KycSessionState, KycSessionEvent>> =>
  handle(deps, kycSession, { id, context, command, recalls: true, opensStream: command.type === 'StartSession' });
