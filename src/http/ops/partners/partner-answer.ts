import type { ShownPartner } from '../../../reads/people/shown-partner';
import type { OpsShownPartner } from './partners.dto';

export const partnerAnswer = ({ terms, modes, ...partner }: ShownPartner): OpsShownPartner => ({
  ...partner,
  terms: { ...terms, ipAllowlist: [...terms.ipAllowlist], features: { ...terms.features } },
  modes: modes.map(({ mode, keys, destination }) => ({
    ...{ mode, keys },
    destination: destination === null ? null : { url: destination.url, events: [...destination.events] },
  })),
});
