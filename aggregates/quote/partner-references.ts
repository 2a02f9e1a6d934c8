import type { PartnerReferences } from './events';

/** What every event says that the partner is told of, so that a notification needs nothing but its event. */
export const referencesOf = ({ reference, externalUserId }: PartnerReferences): PartnerReferences => ({
  ...(reference === undefined ? {} : { reference }),
  ...(externalUserId === undefined ? {} : { externalUserId }),
});
