import { toShortDecimal } from '../../../aggregates/money';
import type { Asset } from '../../../commands/ports/chains/catalog';
import type { AuditTrailRow } from '../../../read-models/operators/audit-trail';
import type { Value } from '../../../read-models/table';

type Assets = readonly Pick<Asset, 'assetId' | 'symbol' | 'decimals'>[];
type Data = AuditTrailRow['data'];
type Write = (digits: string) => string;

/** New states that neither the type nor the data of the event names. */
const NEW_STATES: { readonly [type: string]: string } = {
  CashoutIntentCreated: 'PENDING',
  DepositAccepted: 'PROCESSING',
  DepositReleased: 'UNMATCHED',
  DepositWrittenOff: 'WRITTEN_OFF',
  DepositRefunded: 'REFUNDED',
  CashinIntentCreated: 'ACTIVE',
  WithdrawalRequested: 'PROCESSING',
  KycSessionStarted: 'PENDING',
};

const REASONS = ['reason', 'reasonCode', 'rejectionReason', 'code'];

/** New state, reasons and amounts of an event, for one line of text. */
export const detailOf = ({ type, data }: Pick<AuditTrailRow, 'type' | 'data'>, assets: Assets): string =>
  [stateOf(type, data), ...reasonsOf(data), ...amountsOf(data, assets, inBaseUnits)].filter(Boolean).join(', ');

const stateOf = (type: string, { status, previousStatus }: Data): string => {
  const state = NEW_STATES[type] ?? (typeof status === 'string' ? status : '');
  return typeof previousStatus === 'string' && previousStatus !== state ? `${previousStatus} -> ${state}` : state;
};

const reasonsOf = (data: Data): readonly string[] =>
  REASONS.flatMap((name) => (typeof data[name] === 'string' ? [data[name]] : []));

const inBaseUnits: Write = (digits) => `${digits} base units`;

const isData = (value: Value | undefined): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `writeOuter` writes amounts of the enclosing object's asset. */
const amountsOf = (data: Data, assets: Assets, writeOuter: Write): readonly string[] => {
  const write = writerOf(data, assets) ?? writeOuter;
  return Object.entries(data).flatMap(([name, value]) => {
    if (isData(value)) return amountsOf(value, assets, write).map((amount) => `${name}.${amount}`);
    if (typeof value !== 'string' || !/^-?\d+$/.test(value)) return [];
    if (name.endsWith('Cents')) return [`${name.slice(0, -5)} ${toShortDecimal(BigInt(value), 2)} BRL`];
    return name.endsWith('BaseUnits') ? [`${name.slice(0, -9)} ${write(value)}`] : [];
  });
};

const writerOf = ({ symbol, decimals, assetId }: Data, assets: Assets): Write | null => {
  const known = assets.find((asset) => asset.assetId === assetId);
  const unit = typeof symbol === 'string' && typeof decimals === 'number' ? { symbol, decimals } : known;
  return unit === undefined ? null : (digits) => `${toShortDecimal(BigInt(digits), unit.decimals)} ${unit.symbol}`;
};
