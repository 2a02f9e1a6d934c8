import { emailLookup } from '../../../commands/partner/members/email';
import { inviteMember } from '../../../commands/partner/members/invite-member';
import { lookupsOfMembers } from '../../../commands/partner/members/lookups-of-members';
import { onboardPartner } from '../../../commands/partner/onboard-partner';
import type { Lookup } from '../../../commands/ports/key-vault';
import { asking, core } from '../../core';

test('names the address of each invitation once for each partner', async () => {
  const deps = core();
  for (const name of ['Acme', 'Beta']) {
    const { partnerId } = await onboardPartner(deps)({ name, mode: 'sandbox' }, asking(name));
    const invited = { partnerId, email: 'Ana@acme.example', role: 'owner' } as const;
    await inviteMember(deps)(invited, asking(`invite ${name}`));
  }
  const found: Lookup[] = [];
  for await (const lookup of lookupsOfMembers(deps)) found.push(lookup);
  expect(found).toEqual([emailLookup('ana@acme.example'), emailLookup('ana@acme.example')]);
});
