import type { Fact } from '../sentences';
import { words } from '../sentences';
import { law } from './law';
import type { Trial } from './trial';

/** The id that an event brings into the world. */
const IDS: Readonly<Record<string, string>> = {
  ...{ CashoutIntentCreated: 'intentId', CashinIntentCreated: 'intentId', WithdrawalRequested: 'withdrawId' },
  ...{ QuoteIssued: 'quoteId', CashinQuoteIssued: 'quoteId', LinkCreated: 'linkCode' },
  ...{ PartnerOnboarded: 'partnerId', ApiKeyIssued: 'keyId', UserRegistered: 'userId', KycSessionStarted: 'sessionId' },
  ...{ DepositAccepted: 'depositId', PixReceived: 'endToEndId', PayoutRequested: 'providerKey' },
  ...{ DeliveryRequested: 'deliveryId', RedemptionSent: 'txid', BalanceReserved: 'withdrawId' },
  ...{ PayoutSettled: 'providerKey', DeliveryConfirmed: 'deliveryId', DepositFinalised: 'depositId' },
};

const idOf = ({ type, data }: Fact): string | null => {
  const id = type === 'PeggedDebitSettled' ? (data['debit'] as Fact['data'])['debitId'] : data[IDS[type] ?? ''];
  return typeof id === 'string' ? `${type} ${id}` : null;
};

function* idsIn({ history }: Trial) {
  const seen = new Set<string>();
  for (const event of history) {
    const id = idOf(event);
    if (id === null) continue;
    yield seen.has(id) ? `${words(event.type)} happened twice with the id ${id.slice(event.type.length + 1)}.` : null;
    seen.add(id);
  }
}

export const idsAreUnique = law('Ids are unique', idsIn, 'ALL');
