import { cashin } from '../../../aggregates/cashin/cashin';
import type { CashinEvent, CashinIntentCreated, ChargeCreated } from '../../../aggregates/cashin/events';
import type { CashinState, KnownCashin } from '../../../aggregates/cashin/state';
import { fold } from '../../../aggregates/decider';
import type { Position, Recorded } from '../../../aggregates/events';
import { rejection } from '../../../aggregates/rejection';
import type { Alert } from '../../alerts/kinds';
import { type CommandContext, continuing } from '../../handling/context';
import { commandIdOf } from '../../handling/deterministic-ids';
import { handle } from '../../handling/handle';
import { historyOf } from '../../handling/reading/read-stream';
import type { HandleDeps } from '../../handling/request';
import { textOf } from '../../handling/sending/failure-text';
import type { KeyVault } from '../../ports/key-vault';
import type { Charge, ChargeProvider, ChargeProviders } from '../../ports/providers/charge-provider';
import type { CallContext, Failure, Result } from '../../ports/providers/result';
import { believedCharge, qrImageUrlIn } from './charge-answer';
import { CALL_TIMEOUT_MS, type Requested, requestOf } from './charge-request';
import type { Payer } from './payer';

export interface CreateChargeDeps extends HandleDeps {
  readonly vault: Pick<KeyVault, 'open'>;
  readonly chargeProviders: Pick<ChargeProviders, 'named'>;
  readonly alert: Alert;
}

export interface CreateCharge {
  readonly intentId: string;
  /** The intent of this request. Null: an earlier run may have asked, so the provider is asked first. */
  readonly made: MadeIntent | null;
}

export interface MadeIntent {
  readonly intent: CashinIntentCreated;
  readonly state: KnownCashin;
  readonly payer: Payer;
}

export interface CreatedCharge {
  readonly state: KnownCashin;
  readonly charge: ChargeCreated | null;
  readonly failedBy: string | null;
  readonly position: Position | null;
}

/** The provider has no credentials here, which is no refusal of the charge itself. */
export const NOT_CONFIGURED = 'PROVIDER_NOT_CONFIGURED';

/** An unknown outcome leaves the intent open; a definite refusal fails it. Refuses INTENT_NOT_FOUND. */
export const createCharge =
  (deps: CreateChargeDeps) =>
  async (asked: CreateCharge, context: CommandContext): Promise<CreatedCharge> => {
    const before = asked.made === null ? await readIntent(deps, asked.intentId) : uncharged(asked.made);
    const { intent, state } = before;
    if (state.status !== 'ACTIVE' || state.isCharged) return before;
    const provider = deps.chargeProviders.named(intent.chargeProvider, intent.mode);
    if (provider === null) return before;
    const wanted = { intent, isHeld: state.hold !== null, payer: asked.made?.payer ?? null };
    const answer = await chargeOf(deps, provider, wanted);
    if (answer.ok) return record(deps, intent, answer.value, context);
    return isDefinite(answer) ? refuse(deps, intent, answer, context) : before;
  };

type ReadIntent = CreatedCharge & Pick<MadeIntent, 'intent'>;

const uncharged = ({ intent, state }: MadeIntent): ReadIntent => ({
  ...{ intent, state, charge: null, failedBy: null, position: null },
});

const readIntent = async ({ eventStore }: CreateChargeDeps, intentId: string): Promise<ReadIntent> => {
  const history = await historyOf(eventStore, cashin, intentId);
  const state = fold(cashin, history as unknown as readonly CashinEvent[]);
  const intent = history.find((event) => event.type === 'CashinIntentCreated')?.data;
  if (state.status === 'NONE' || intent === undefined) throw rejection('INTENT_NOT_FOUND', 'No such intent');
  return { intent, state, charge: chargeIn(history), failedBy: failureIn(history), position: null };
};

const chargeIn = (history: readonly Recorded[]): ChargeCreated | null =>
  history.find((event) => event.type === 'ChargeCreated')?.data ?? null;

const failureIn = (history: readonly Recorded[]): string | null =>
  history.find((event) => event.type === 'CashinFailed')?.data.reasonCode ?? null;

/** True when the charge can be paid neither now nor later. */
const isDefinite = ({ kind, code }: Failure): boolean =>
  kind === 'NOT_CONFIGURED' || (kind === 'REJECTED' && code !== 'DUPLICATE_KEY');

interface Wanted extends Requested {
  /** The log may lack a charge: no other is created. */
  readonly isHeld: boolean;
}

/** A charge moves no money, so a key that the provider does not know is asked for again. */
const chargeOf = async (
  deps: CreateChargeDeps,
  provider: ChargeProvider,
  { intent, isHeld, payer }: Wanted,
): Promise<Result<Charge>> => {
  const known = payer !== null && !isHeld ? null : await get(deps, provider, intent);
  if (known !== null && (known.ok || isHeld || known.kind !== 'NOT_FOUND')) return known.ok ? known : undecided(known);
  const made = await create(deps, provider, { intent, payer });
  const mayBeThere = !made.ok && (made.kind === 'UNKNOWN' || made.code === 'DUPLICATE_KEY');
  if (!mayBeThere) return made;
  const found = await get(deps, provider, intent);
  return found.ok ? found : undecided(found);
};

/** A refusal to answer says nothing about the charge. */
const undecided = (failure: Failure): Failure => ({ ...failure, kind: 'UNAVAILABLE' });

const get = (deps: CreateChargeDeps, provider: ChargeProvider, intent: CashinIntentCreated): Promise<Result<Charge>> =>
  believedCharge(deps, provider, intent, () => provider.get(call(deps, intent), { idempotencyKey: intent.intentId }));

const create = async (deps: CreateChargeDeps, provider: ChargeProvider, wanted: Requested): Promise<Result<Charge>> => {
  const { intent } = wanted;
  const request = await requestOf(deps, provider, wanted);
  if (request === null) {
    const message = 'The personal data of the payer or of the split has been erased';
    return { ok: false, kind: 'REJECTED', code: 'UNSUPPORTED', provider: provider.name, message };
  }
  return believedCharge(deps, provider, intent, () => provider.create(call(deps, intent), request));
};

const call = ({ clock }: CreateChargeDeps, { intentId, partnerId, mode }: CashinIntentCreated): CallContext => ({
  ...{ requestId: intentId, partnerId, mode, deadlineMs: clock.now() + CALL_TIMEOUT_MS },
});

const record = async (
  deps: CreateChargeDeps,
  { intentId, chargeProvider: provider }: CashinIntentCreated,
  answered: Charge,
  context: CommandContext,
): Promise<CreatedCharge> => {
  const { providerId, txid, brCode } = answered;
  const charge = {
    provider,
    providerId,
    txid,
    brCode,
    qrImageUrl: qrImageUrlIn(answered),
    createdAt: deps.clock.iso(),
  };
  const recorded = await handle(deps, cashin, {
    id: intentId,
    context: continuing(context, commandIdOf('record-charge-created', intentId)),
    command: { type: 'RecordChargeCreated', charge },
    recalls: true,
  });
  const [made] = recorded.events.filter((event) => event.type === 'ChargeCreated');
  const state = known(recorded.state);
  return { state, charge: made?.data ?? { intentId, ...charge }, failedBy: null, position: recorded.position };
};

const refuse = async (
  deps: CreateChargeDeps,
  { intentId }: CashinIntentCreated,
  failure: Failure,
  context: CommandContext,
): Promise<CreatedCharge> => {
  const code = failure.kind === 'NOT_CONFIGURED' ? NOT_CONFIGURED : failure.code;
  const refused = await handle(deps, cashin, {
    id: intentId,
    context: continuing(context, commandIdOf('refuse-charge', intentId)),
    command: { type: 'RefuseCharge', code, message: textOf(failure), now: deps.clock.iso() },
    recalls: true,
  });
  return { state: known(refused.state), charge: null, failedBy: code, position: refused.position };
};

const known = (state: CashinState): KnownCashin => {
  if (state.status === 'NONE') throw new Error('a cash-in that was decided about is gone');
  return state;
};
