import type { EventType, LedgerEvent, Metadata, Recorded } from '../../../../aggregates/events';
import { SCHEMA_VERSIONS } from '../../../../aggregates/schema-versions';
import type { Sample } from './sample';
import { SAMPLE_DATA, time } from './sample-data';

export const EVERY_EVENT_TYPE = Object.keys(SCHEMA_VERSIONS) as readonly EventType[];

/** The compiler looks the result of a call up by its type, instead of inferring it from the expected type. */
type Samples = { readonly [Type in EventType]: Sample<Type> };
type RecordedSamples = { readonly [Type in EventType]: Recorded<Sample<Type>> };

/** An event as a decider says it: the sample with some of its data changed. */
export const event = <Type extends EventType>(type: Type, data: Partial<Sample<Type>['data']> = {}): Samples[Type] =>
  ({ type, data: { ...SAMPLE_DATA[type], ...data } }) as unknown as Samples[Type];

const OF_WATCHER = /^(Watermark|Finality|DepositsLost|DepositGivenUp|GivenUp|TransactionGivenUp|Gap|Asset)/;

const OF_BALANCE = /^(Balance|PeggedDebit)/;
const OF_CASHIN = /^(Cashin|Charge|Pix|Split|Delivery|Dispute)/;

/** The stream that an event belongs to. */
export const streamOf = ({ type, data }: LedgerEvent): string => {
  const id = data as { readonly [name: string]: unknown };
  const named = (kind: string, key: string): string => `${kind}-${String(id[key])}`;
  if (type === 'StreamClosed') return named('closing', 'stream');
  if (OF_WATCHER.test(type)) return named('watcher', 'network');
  if (type === 'SubjectErased') return named('user', 'subjectId');
  if (type.startsWith('Webhook') && 'deliveryId' in data) return named('webhook', 'deliveryId');
  if (type.startsWith('PayeeLimit')) return 'limit-ab-2026-11-20';
  if (type === 'PayoutsHalted' || type === 'PayoutsResumed') return 'halts-payouts';
  if (type.startsWith('OperatorSigned')) return 'console-ana:2026-11';
  if (type.startsWith('MemberSigned')) return 'console-m1:2026-11';
  if (/^Operator(Added|Approved|Revoked)$/.test(type)) return 'operators-all';
  if ('operatorName' in data) return 'console-ana:2026-11-28';
  if (OF_BALANCE.test(type)) return 'peggedBalance-0xcc';
  if ('withdrawId' in data) return named('withdrawal', 'withdrawId');
  if ('ledgerId' in data) return 'ledger-identity';
  if ('memberId' in data) return named('members', 'partnerId');
  if ('linkCode' in data) return named('link', 'linkCode');
  if (type === 'QuoteIssued' || type === 'CashinQuoteIssued') return named('quote', 'quoteId');
  if (type.startsWith('Deposit') && type !== 'DepositAccepted') return named('deposit', 'depositId');
  if (type === 'RefundTransferClaimed') return named('refundTransfer', 'transferId');
  if (type === 'FoundTransferClaimed') return named('foundTransfer', 'transferId');
  if (type === 'DocumentLookedUp') return named('documentLookups', 'lookupsId');
  if ('sessionId' in data && type !== 'KycSessionFollowed') return named('kycSession', 'sessionId');
  if (OF_CASHIN.test(type)) return named('cashin', 'intentId');
  if ('intentId' in data) return named('cashout', 'intentId');
  return 'userId' in data ? named('user', 'userId') : named('partner', 'partnerId');
};

export const metadata = (differences: Partial<Metadata> = {}): Metadata => ({
  $correlationId: 'correlation1',
  $causationId: 'cause1',
  actor: { kind: 'system', id: 'payouts' },
  partnerId: 'p1',
  subjectId: 'u1',
  mode: 'sandbox',
  requestId: null,
  reason: null,
  at: time(500),
  schemaVersion: 1,
  ...differences,
});

type Envelope = Partial<Pick<Recorded, 'id' | 'stream' | 'revision' | 'position' | 'metadata'>>;

/** An event as the store holds it. Its id and position distinguish it from others of its type. */
export const recorded = <Type extends EventType>(
  type: Type,
  data: Partial<Sample<Type>['data']> = {},
  envelope: Envelope = {},
): RecordedSamples[Type] => {
  const happened = event(type, data);
  return {
    ...happened,
    id: `id-${type}`,
    stream: streamOf(happened),
    revision: 0,
    position: { commit: 1n, prepare: 1n },
    metadata: metadata(),
    ...envelope,
  } as unknown as RecordedSamples[Type];
};

/** A log of events, each with the next position of the log and the next revision of its stream. */
export const recordAll = (
  events: readonly LedgerEvent[],
  metadataOf: (index: number) => Metadata = () => metadata(),
) => {
  const revisions = new Map<string, number>();
  return events.map((happened, index): Recorded => {
    const stream = streamOf(happened);
    const revision = revisions.get(stream) ?? 0;
    revisions.set(stream, revision + 1);
    const place = BigInt(index + 1);
    return {
      ...happened,
      id: `id-${index}`,
      stream,
      revision,
      position: { commit: place, prepare: place },
      metadata: metadataOf(index),
    };
  });
};
