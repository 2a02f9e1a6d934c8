import type { Metadata } from './events';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const isTime = (value: unknown): boolean => isText(value) && !Number.isNaN(Date.parse(value));

const isActor = (value: unknown): boolean => isRecord(value) && isText(value.kind) && isText(value.id);

const isVersion = (value: unknown): boolean => typeof value === 'number' && Number.isSafeInteger(value) && value >= 1;

export const isOurMetadata = (metadata: unknown): metadata is Metadata =>
  isRecord(metadata) &&
  isText(metadata.$correlationId) &&
  isText(metadata.$causationId) &&
  isActor(metadata.actor) &&
  isTime(metadata.at) &&
  isVersion(metadata.schemaVersion) &&
  (metadata.ledgerId === undefined || isText(metadata.ledgerId));

/** Null for metadata of this ledger. An event without an id is older than the ids of ledgers. */
export const notOurs = (metadata: unknown, ledgerId: string | null): string | null => {
  if (!isOurMetadata(metadata)) return 'the event has no ledger metadata';
  const { ledgerId: written } = metadata as { readonly ledgerId?: string };
  return written === undefined || ledgerId === null || written === ledgerId
    ? null
    : `the event belongs to another ledger, ${written}`;
};
