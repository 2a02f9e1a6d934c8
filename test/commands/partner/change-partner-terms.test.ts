import { changePartnerTerms } from '../../../commands/partner/change-partner-terms';
import { isNetwork } from '../../../src/client-address';
import { asking, core, happened } from '../../core';
import { time } from '../../samples/sample-data';
import { event } from '../../samples/sample-events';

const world = async () => {
  const deps = { ...core(), isNetwork };
  await happened(deps.eventStore, event('PartnerOnboarded'));
  return deps;
};

test('the terms that are named change, by whom and why', async () => {
  const deps = await world();
  const terms = { ipAllowlist: ['192.0.2.0/24', '2001:db8::1'], features: { 'pegged-withdraw': true } };
  const operator = { actor: { kind: 'operator', id: 'ana' }, reason: 'contract of May' } as const;
  await changePartnerTerms(deps)({ partnerId: 'p1', ...terms }, asking('terms', operator));
  const [, changed] = await deps.eventStore.readStream('partner-p1');
  expect(changed).toMatchObject({
    type: 'PartnerTermsChanged',
    data: { partnerId: 'p1', ...terms, changedAt: time(0) },
    metadata: operator,
  });
});

test.each(['10.0.0.0/33', '10.0.0', 'everybody', ''])('an allowlist with %j is refused', async (entry) => {
  const changing = changePartnerTerms(await world())({ partnerId: 'p1', ipAllowlist: [entry] }, asking());
  await expect(changing).rejects.toMatchObject({
    rejection: { code: 'VALIDATION_ERROR', fieldErrors: { ipAllowlist: expect.any(String) } },
  });
});

test('an unknown partner is NOT_FOUND', async () => {
  const changing = changePartnerTerms({ ...core(), isNetwork })({ partnerId: 'p1', feeMarkupBasisPoints: 1 }, asking());
  await expect(changing).rejects.toMatchObject({ rejection: { code: 'NOT_FOUND' } });
});
