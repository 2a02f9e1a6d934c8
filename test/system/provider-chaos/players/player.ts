import type { PayoutMethod } from '../../../../commands/ports/providers/payout-provider';
import type { BankServer } from '../../../providers/bank-server';
import type { Environment } from '../../end-to-end/support/run-service';

/** CHARGE: money comes in, and crypto goes to the user's wallet. */
export type Kind = PayoutMethod['kind'] | 'CHARGE';

export interface Payee {
  /** Body of the request for a quote. */
  readonly body: object;
  /** Personal data in it. */
  readonly person: readonly string[];
}

/** Money that left the account of the provider, or that came for a charge and stays. */
export interface BankOrder {
  readonly providerKey: string;
  readonly amountCents: bigint;
}

export interface Callback {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** After the path of the provider's callbacks. */
  readonly path?: string;
}

/** Parts of a provider of charges. */
export interface Charging {
  /** Fields of the request for an intent. */
  readonly customer: object;
  /** The payer pays the charge of an intent. False: the bank has no such charge yet. */
  readonly pay: (intentId: string) => boolean;
  /** Address that delivers; its key is in a variable. */
  readonly treasury: string;
  /** Receives everything that is delivered. */
  readonly buyer: string;
}

/** A provider on loopback, as a storm sees it. */
export interface Player {
  readonly server: BankServer;
  readonly kinds: readonly Kind[];
  /** NATIVE: everything comes to an end. LOOKUP_ONLY: a person decides about what was never answered. */
  readonly idempotency: 'NATIVE' | 'LOOKUP_ONLY';
  /** Fields of its entry in PROVIDERS_FILE. */
  readonly entry: object;
  /** Variables that the entry names. */
  readonly variables: Environment;
  readonly secrets: readonly string[];
  readonly payeeOf: (kind: Kind, number: number, cents: bigint) => Payee;
  readonly orders: () => readonly BankOrder[];
  /** Null: it has no callbacks. */
  readonly callbackOf: ((order: BankOrder) => Callback) | null;
  readonly charging?: Charging;
  /** The account is empty, or has its money again. */
  readonly setEmpty: (isEmpty: boolean) => void;
  /** Requests that a fault may hit, beside any. */
  readonly begins: readonly string[];
}

const CITY = 'RECIFE';

export const personOf = (number: number) => ({
  key: `canario-${number}@pessoa.example`,
  name: `CANARIO DA SILVA ${number}`,
  city: CITY,
});

/** Takes the money of an account away for a while. */
export const emptying = (books: { balance: number }): Player['setEmpty'] => {
  let kept = 0;
  return (isEmpty) => {
    if (isEmpty) kept += books.balance;
    books.balance = isEmpty ? 0 : books.balance + kept;
    if (!isEmpty) kept = 0;
  };
};
