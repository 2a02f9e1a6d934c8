/** Ids from answers, by kind: the id of a cash-in is none of a cash-out. The newest last. */
export type KnownIds = Map<string, string[]>;

/** Beside these there is a receipt's token, in every answer with its link. */
const FIRST_NAMED: readonly (readonly [operation: string, field: string, name: string])[] = [
  ['POST /api/v1/cashout/quote', 'quoteId', 'quoteId'],
  ['POST /api/v1/cashout/intent', 'intentId', 'intentId'],
  ['POST /api/v1/cashin/quote', 'quoteId', 'cashinQuoteId'],
  ['POST /api/v1/cashin/intent', 'intentId', 'cashinId'],
  ['POST /api/v1/cashout/withdraw', 'withdrawId', 'withdrawId'],
  ['POST /api/v1/users/kyc/sessions/natural-person', 'sessionId', 'sessionId'],
  ['POST /api/v1/partners/me/webhook-config/test', 'deliveryId', 'deliveryId'],
  ['POST /api/v1/sandbox/deposits', 'txid', 'txid'],
];

/** Where a field is called as that of another kind. */
const CALLED_OTHERWISE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'POST /api/v1/cashin/intent': { quoteId: 'cashinQuoteId' },
  'POST /api/v1/sandbox/charges/{intentId}/pay': { intentId: 'cashinId' },
  'POST /api/v1/sandbox/payouts/{paymentId}/settle': { paymentId: 'withdrawId' },
  'POST /api/v1/sandbox/payouts/{paymentId}/reject': { paymentId: 'withdrawId' },
  'POST /api/v1/sandbox/payouts/{paymentId}/return': { paymentId: 'withdrawId' },
};

/** Old ones are of quotes that were used and of books that were emptied. */
const KEPT_OF_A_NAME = 12;

const TOKEN = /"receiptUrl":"[^"]*\/receipts\/([^"/]+)"/;

/** From an answer of the operation, such as `POST /api/v1/cashin/quote`. */
export const learn = (known: KnownIds, operation: string, text: string): void => {
  for (const [first, field, name] of FIRST_NAMED) {
    if (first === operation) keep(known, name, new RegExp(`"${field}":"([^"]{3,200})"`).exec(text)?.[1]);
  }
  keep(known, 'token', TOKEN.exec(text)?.[1]);
};

const keep = (known: KnownIds, name: string, id: string | undefined): void => {
  const kept = known.get(name) ?? [];
  if (id === undefined || kept.includes(id)) return;
  known.set(name, [...kept, id].slice(-KEPT_OF_A_NAME));
};

/** Known ids for the operation's field or parameter of this name. */
export const knownFor = (known: KnownIds, operation: string, name: string): readonly string[] =>
  known.get(CALLED_OTHERWISE[operation]?.[name] ?? name) ?? [];
