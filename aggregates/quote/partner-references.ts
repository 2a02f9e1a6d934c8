import type { PartnerReferences } from './events';

/** In every event that notifies a partner, so that a notification needs only its event. */
export const referencesOf = ({ reference, externalUserId }: PartnerReferences): PartnerReferences => ({
  ...(reference === undefined ? {} : { reference }),
  ...(externalUserId === undefined ? {} : { externalUserId }),
});
