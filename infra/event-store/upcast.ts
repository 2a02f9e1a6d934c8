import type { LedgerEvent } from '../../aggregates/events';
import { SCHEMA_VERSIONS } from '../../aggregates/schema-versions';

export type Upcaster = (data: unknown) => unknown;

/** By type, then by source version: the step from 1 to 2 is at 1. */
export type Upcasters = Readonly<Partial<Record<string, Readonly<Partial<Record<number, Upcaster>>>>>>;

/** Version 1 named no provider: the field stays absent, so that a rebuild gives the same rows. */
const withoutProvider: Upcaster = (data) => data;

const UPCASTERS: Upcasters = {
  PayoutSettled: { 1: withoutProvider },
  PayoutReturned: { 1: withoutProvider },
};

/** The log holds an event of another program version; it is never skipped. */
export type UnknownEventType = Error & { readonly eventType: string };

const unknownEventType = (eventType: string, detail: string): UnknownEventType =>
  Object.assign(new Error(`${detail}: ${eventType}`), { name: 'UnknownEventType', eventType });

export const isUnknownEventType = (error: unknown): error is UnknownEventType =>
  error instanceof Error && error.name === 'UnknownEventType';

export type Upcast = (type: string, schemaVersion: number, data: unknown) => LedgerEvent;

export const createUpcast =
  (versions: Readonly<Record<string, number>>, upcasters: Upcasters): Upcast =>
  (type, schemaVersion, data) => {
    const current = Object.hasOwn(versions, type) ? versions[type] : undefined;
    if (current === undefined) throw unknownEventType(type, 'The log has an event of an unknown type');
    if (schemaVersion === current) return { type, data } as LedgerEvent;
    if (!(schemaVersion < current)) throw unknownEventType(type, `The log has version ${schemaVersion} of an event`);
    let upcasted = data;
    for (let version = schemaVersion; version < current; version += 1) {
      const step = upcasters[type]?.[version];
      if (step === undefined)
        throw unknownEventType(type, `An upcaster from version ${version} of an event is missing`);
      upcasted = step(upcasted);
    }
    return { type, data: upcasted } as LedgerEvent;
  };

export const upcast: Upcast = createUpcast(SCHEMA_VERSIONS, UPCASTERS);
