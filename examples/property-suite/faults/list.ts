export interface Fault {
  readonly name: string;
  /** The decider that has the fault. */
  readonly decider: string;
  /** In `aggregates`. The text `find` is in it once, and `replace` takes its place. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  /** Each of these laws finds it. */
  readonly laws: readonly string[];
  readonly why: string;
}

/** Each is a mistake of one place that a reviewer may overlook. */
export const FAULTS: readonly Fault[] = [
  {
    name: 'a repeated deposit is refused',
    decider: 'cashout',
    file: 'cashout/deposit-phase.ts',
    find: 'isAccepted(state, deposit) ? [] : accept(state, deposit, null, now)',
    replace: 'accept(state, deposit, null, now)',
    laws: ['repeatedCommandChangesNothing'],
    why: 'A worker that repeats its step after a crash would see an error for a deposit that was accepted.',
  },
  {
    name: 'a surplus of nothing is owed back',
    decider: 'cashout',
    file: 'cashout/deposit-phase.ts',
    find: '  if (surplus === 0n) return [accepted];\n',
    replace: '',
    laws: ['amountsArePositive'],
    why: 'Every exact payment would leave a refund of 0 units for an operator.',
  },
  {
    name: 'an assigned deposit is accepted twice',
    decider: 'cashout',
    file: 'cashout/cashout.ts',
    find: "return state.status === 'PENDING' ? afterPending(state, event) : state;",
    replace: "return state.status !== 'PENDING' || 'assignment' in event.data ? state : afterPending(state, event);",
    laws: ['repeatedCommandChangesNothing', 'noPayoutWithoutFunds', 'idsAreUnique'],
    why: 'The fold forgets a deposit that an operator has assigned, so that the next one is taken too.',
  },
  {
    name: 'the surplus is refunded twice',
    decider: 'cashout',
    file: 'cashout/payout-phase.ts',
    find: `  const { intentId, assetId, amountBaseUnits } = facts;
  const { depositId, sender: to } = deposit;`,
    replace: `  const { intentId, assetId } = facts;
  const { depositId, amountBaseUnits, sender: to } = deposit;`,
    laws: ['neverMoreThanCameIn'],
    why: 'A failed payout of an overpaid intent would owe the whole deposit, beside its surplus.',
  },
  {
    name: 'an intent expires after its deposit',
    decider: 'cashout',
    file: 'cashout/expiry.ts',
    find: `  if (state.status !== 'PENDING' || now < state.facts.expiresAt) return [];
  const { intentId, memo, expiresAt, blockTimeToleranceSeconds } = state.facts;
  if (mayBeForgotten(state.payoutHold, evidence)) return [];`,
    replace: `  if (state.status === 'EXPIRED' || now < state.facts.expiresAt) return [];
  const { intentId, memo, expiresAt, blockTimeToleranceSeconds } = state.facts;
  if (state.status !== 'PENDING') {
    const expired = { intentId, memo, expiresAt, cause: 'CEILING', evidence, expiredAt: now } as const;
    return isUndecided(evidence) ? [] : [{ type: 'CashoutExpired', data: expired }];
  }
  if (mayBeForgotten(state.payoutHold, evidence)) return [];`,
    laws: ['terminalStatesStay', 'repeatedCommandChangesNothing'],
    why: 'A partner would be told that an intent has expired whose deposit is being paid out.',
  },
  {
    name: 'a failed cash-out ends as expired',
    decider: 'cashout',
    file: 'cashout/cashout.ts',
    find: "if (type === 'CashoutFailed') return { status: 'FAILED', facts, deposit, payout };",
    replace: "if (type === 'CashoutFailed') return { status: 'EXPIRED', facts };",
    laws: ['terminalStatesStay'],
    why: 'The state forgets that a deposit was taken, and with it the refund.',
  },
  {
    name: 'a second attempt has the key of the first',
    decider: 'payout',
    file: 'payout/sending.ts',
    find: 'providerKey: providerKeyOf(attempt), amountCents',
    replace: 'providerKey: providerKeyOf(1), amountCents',
    laws: ['idsAreUnique'],
    why: 'The bank would answer the second attempt with what became of the first.',
  },
  {
    name: 'a payout asks for one cent more',
    decider: 'payout',
    file: 'payout/sending.ts',
    find: 'providerKeyOf(attempt), amountCents, ...chosen',
    replace: 'providerKeyOf(attempt), amountCents: `${BigInt(amountCents) + 1n}`, ...chosen',
    laws: ['amountsSumToTheCent'],
    why: 'Each payout would lose a cent.',
  },
  {
    name: 'a payout leaves before the debit is final',
    decider: 'withdrawal',
    file: 'withdrawal/payout-phase.ts',
    find: "  if (command.type !== 'HoldPayout') return [];\n",
    replace: `  if (command.type === 'RequestPayout' && state.redemption.phase === 'SENT') {
    const { payout, assetId, amountBaseUnits, grossCents: totalCents } = state.facts;
    const asset = { assetId, amountBaseUnits, totalCents };
    const saga = payoutOf({ key, noun: 'withdrawal', amountCents: payout.amountCents, asset });
    return saga.decide(saga.initial, command);
  }
  if (command.type !== 'HoldPayout') return [];
`,
    laws: ['noPayoutWithoutFunds'],
    why: 'The debit may be reverted after the reais have left.',
  },
  {
    name: 'a debit of any amount pays',
    decider: 'withdrawal',
    file: 'pegged-balance/debit-fault.ts',
    find: '  if (debit.amountBaseUnits !== owing.amountBaseUnits) return `debited ${debit.amountBaseUnits} base units`;\n',
    replace: '',
    laws: ['noPayoutWithoutFunds'],
    why: 'One unit would pay for the whole withdrawal.',
  },
  {
    name: 'the fee is added to the net',
    decider: 'withdrawal',
    file: 'withdrawal/payout-phase.ts',
    find: 'netCents: amountCents, currency',
    replace: 'netCents: `${BigInt(amountCents) + BigInt(fees.totalCents)}`, currency',
    laws: ['amountsSumToTheCent'],
    why: 'The partner would be told that its user was paid the gross.',
  },
  {
    name: 'a reserved amount counts only once captured',
    decider: 'peggedBalance',
    file: 'pegged-balance/pegged-balance.ts',
    find: 'if (isHolding(hold)) return hold.terms.assetId === assetId ?',
    replace: "if (isHolding(hold)) return hold.phase === 'CAPTURED' && hold.terms.assetId === assetId ?",
    laws: ['neverMoreThanCameIn'],
    why: 'Two withdrawals at once would be promised the same units.',
  },
  {
    name: 'a matched deposit is released',
    decider: 'deposit',
    file: 'deposit/deposit.ts',
    find: "  if (state.status !== 'CLAIMED' || state.intentId !== command.intentId) return [];",
    replace: "  if (!('intentId' in state) || state.intentId !== command.intentId) return [];",
    laws: ['terminalStatesStay'],
    why: 'A deposit that has paid an intent could pay another one.',
  },
  {
    name: 'the floor is missing in the sum of the fees',
    decider: 'quote',
    file: 'quote/fees.ts',
    find: '(floorCents + platformCents + partnerCents + networkFeeCents)',
    replace: '(platformCents + partnerCents + networkFeeCents)',
    laws: ['amountsSumToTheCent'],
    why: 'Small payments would be quoted below their cost.',
  },
  {
    name: 'the cent of rounding is lost',
    decider: 'cashinQuote',
    file: 'quote/split-gross.ts',
    find: '(BigInt(fees.totalCents) + left).toString()',
    replace: 'fees.totalCents',
    laws: ['amountsSumToTheCent'],
    why: 'Fees and exchanged amount would miss the gross by a cent.',
  },
  {
    name: 'a second PIX is accepted',
    decider: 'cashin',
    file: 'cashin/judging.ts',
    find: "if (accepted !== null) return 'DUPLICATE';",
    replace: "if (accepted === pix.endToEndId) return 'DUPLICATE';",
    laws: ['noPayoutWithoutFunds'],
    why: 'A payer who pays twice would not get the second PIX back.',
  },
  {
    name: 'a rejected person is approved later',
    decider: 'kycSession',
    file: 'kyc/kyc-session.ts',
    find: "isEnded(from) ? from === 'APPROVED' && isEnded(to) && to !== 'APPROVED'",
    replace: 'isEnded(from) ? isEnded(to) && to !== from',
    laws: ['terminalStatesStay'],
    why: 'A late report would open the service to a person who was rejected.',
  },
  {
    name: 'a fold reads the clock',
    decider: 'kycSession',
    file: 'kyc/kyc-session.ts',
    find: 'return { ...state, status, rejectionReason, changedAt, syncedAt };',
    replace: 'return { ...state, status, rejectionReason, changedAt: `${performance.now()}`, syncedAt };',
    laws: ['foldsOfPartsAreEqual'],
    why: 'A snapshot and a fold of the whole stream would differ.',
  },
  {
    name: 'an erased user registers again',
    decider: 'user',
    file: 'user/user.ts',
    find: "return state.status === 'NONE' ? [{ type: 'UserRegistered'",
    replace: "return !('kyc' in state) ? [{ type: 'UserRegistered'",
    laws: ['terminalStatesStay', 'idsAreUnique'],
    why: 'The stream of an erased person would be in use again.',
  },
  {
    name: 'a revoked key is issued again',
    decider: 'partner',
    file: 'partner/partner.ts',
    find: 'if (Object.hasOwn(state.keys, key.keyId)) return [];',
    replace: 'if (state.keys[key.keyId] === true) return [];',
    laws: ['idsAreUnique'],
    why: 'A key that leaked and was revoked would open the API again.',
  },
];
