import { z } from 'zod';
import type { CallContext, Result } from '../../../commands/ports/result';
import { charge, chargeRequest, credit, refund, refundRequest } from './shapes/charges';
import { decided, payoutDecision, simulatedPix } from './shapes/controls';
import { document, kycAnswer, registryRecord, rejectionReason, startKyc } from './shapes/kyc';
import {
  payout,
  payoutRequest,
  pixKey,
  resolvedBoleto,
  resolvedBrCode,
  resolvedGiftCard,
  resolvedKey,
} from './shapes/payouts';
import { failed, iso, milliseconds, text } from './shapes/values';

/** Of the sandbox that is a program of its own, in events and in the path of its callbacks. */
export const REMOTE_NAME = 'sandbox-remote';

/** ORDER: without an answer it may have happened. CONTROL: of whoever plays with the sandbox; no provider has such. */
type Nature = 'ORDER' | 'READ' | 'CONTROL';

interface Call<Asked extends Nature, Given extends readonly unknown[], Value> {
  readonly nature: Asked;
  readonly given: z.ZodType<Given>;
  readonly value: z.ZodType<Value>;
}

const callOf =
  <Asked extends Nature>(nature: Asked) =>
  <Given extends readonly unknown[], Value>(
    given: z.ZodType<Given>,
    value: z.ZodType<Value>,
  ): Call<Asked, Given, Value> => ({ nature, given, value });

const [order, read, control] = [callOf('ORDER'), callOf('READ'), callOf('CONTROL')];

const none = z.tuple([]);
const one = z.tuple([text]);
const period = z.tuple([iso, iso]);

/** `POST /<call>` with `{context, given}`; the answer is a Result, with bigints as digits. */
export const CALLS = {
  'payouts.resolveBrCode': read(one, resolvedBrCode),
  'payouts.resolveKey': read(z.tuple([pixKey]), resolvedKey),
  'payouts.resolveBoleto': read(one, resolvedBoleto),
  'payouts.resolveGiftCard': read(one, resolvedGiftCard),
  'payouts.create': order(z.tuple([payoutRequest]), payout),
  'payouts.get': read(one, payout),
  'payouts.list': read(period, z.array(payout).readonly()),
  'charges.create': order(z.tuple([chargeRequest]), charge),
  'charges.get': read(one, charge),
  'charges.cancel': read(one, charge),
  'charges.refund': order(z.tuple([refundRequest]), refund),
  'charges.getRefund': read(one, refund),
  'charges.listCredits': read(period, z.array(credit).readonly()),
  'kyc.start': order(z.tuple([startKyc]), kycAnswer),
  'kyc.get': read(one, kycAnswer),
  'kyc.reopen': read(one, kycAnswer),
  'kyc.find': read(one, z.array(kycAnswer).readonly()),
  'kyc.erase': read(one, z.null()),
  'kyc.health': read(none, z.null()),
  'registry.lookUp': read(z.tuple([document]), registryRecord),
  'controls.decidePayout': control(z.tuple([text, payoutDecision]), decided),
  'controls.decideSession': control(
    z.tuple([text, z.enum(['APPROVED', 'REJECTED']), rejectionReason.nullable()]),
    z.boolean(),
  ),
  'controls.payCharge': control(z.tuple([text, simulatedPix]), charge.nullable()),
  'controls.decideDispute': control(z.tuple([text, z.enum(['ACCEPTED', 'REJECTED'])]), charge.nullable()),
  'controls.advance': control(z.tuple([milliseconds]), milliseconds),
  'controls.reset': control(none, z.null()),
} as const;

type Calls = typeof CALLS;
export type CallName = keyof Calls;
export type GivenTo<Name extends CallName> = Calls[Name]['given'] extends z.ZodType<infer Given> ? Given : never;
export type ValueOf<Name extends CallName> = Calls[Name]['value'] extends z.ZodType<infer Value> ? Value : never;

export const isCall = (name: string): name is CallName => Object.hasOwn(CALLS, name);

/** What the simulators do for each call. */
export type Served = {
  readonly [Name in CallName]: (
    context: CallContext,
    ...given: GivenTo<Name> extends readonly unknown[] ? GivenTo<Name> : never
  ) => Promise<Result<ValueOf<Name>>>;
};

export const written = (message: unknown): string =>
  JSON.stringify(message, (_name, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));

/** The shape of the answer to a call, without the provider of its failure. */
export const answerShape = (name: CallName) =>
  z.union([z.object({ ok: z.literal(true), value: CALLS[name].value }), failed]);
