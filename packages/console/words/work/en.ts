import type { OpsOpening } from '../../wire';

const FIELDS: Readonly<Record<OpsOpening['field'], string>> = {
  EXTERNAL_ID: "Partner's id of the user",
  DOCUMENT: 'Document',
  NAME: 'Name',
  BIRTH_DATE: 'Birth date',
  PAYEE: 'Payee',
  PAYER: 'Payer',
};

/** Decisions and other changes by operators. */
export const WORK_EN = {
  reason: 'Reason (3 to 500 characters, stays in the log)',
  busy: 'Sending…',
  opening: {
    button: 'Open personal data',
    title: 'Open personal data',
    lead: 'The opening is recorded with your name and reason before you see the value, and stands in the timeline.',
    field: 'Value',
    action: 'Open',
    fields: FIELDS,
    none: 'There is no such value, or it can no longer be opened.',
    minute: 'This text disappears after a minute.',
  },
};

export type WorkWords = typeof WORK_EN;
