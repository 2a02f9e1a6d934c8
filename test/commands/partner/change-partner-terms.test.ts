import type { PartnerEvent } from '../../../aggregates/partner/events';
import { partner } from '../../../aggregates/partner/partner';
import { changePartnerTerms } from '../../../commands/partner/change-partner-terms';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { isNetwork } from '../../../src/client-address';
import { asking, core, happened } from '../../core';

const EMAIL = 'partner@acme.example';

const world = async () => {
  const deps = { ...core(), isNetwork };
  await happened(deps.eventStore, event('PartnerOnboarded'));
  return deps;
};

test('changes the named terms, and records the operator and the reason', async () => {
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

test.each(['10.0.0.0/33', '10.0.0', 'everybody', ''])('refuses an allowlist with %j', async (entry) => {
  const changing = changePartnerTerms(await world())({ partnerId: 'p1', ipAllowlist: [entry] }, asking());
  await expect(changing).rejects.toMatchObject({
    rejection: { code: 'VALIDATION_ERROR', fieldErrors: { ipAllowlist: expect.any(String) } },
  });
});

describe('the PIX key that pays the partner its part', () => {
  test('is recorded sealed under the partner, with its kind and masked', async () => {
    const deps = await world();
    const input = { partnerId: 'p1', cashinDelivery: 'PARTNER', cashinPixKey: { text: EMAIL, kind: null } } as const;
    const { terms } = await changePartnerTerms(deps)(input, asking('key'));
    expect(terms.cashinSplitKey).toMatchObject({ pixKeyType: 'EMAIL', pixKeyMasked: 'p***@***.example' });
    const [, changed] = await deps.eventStore.readStream('partner-p1');
    expect(JSON.stringify(changed?.data)).not.toContain('partner@');
    const state = (await deps.eventStore.readStream('partner-p1')).reduce(
      (before, each) => partner.evolve(before, each as PartnerEvent),
      partner.initial,
    );
    const splitKey = state.status === 'NONE' ? null : state.terms.cashinSplitKey;
    expect(splitKey?.pixKey.subjectId).toBe('p1');
    expect(splitKey && (await deps.vault.open(splitKey.pixKey))).toBe(EMAIL);
  });

  test('is removed by null, and kept when it is not named', async () => {
    const deps = await world();
    await changePartnerTerms(deps)({ partnerId: 'p1', cashinPixKey: { text: EMAIL, kind: 'EMAIL' } }, asking('1'));
    await changePartnerTerms(deps)({ partnerId: 'p1', feeMarkupBasisPoints: 1 }, asking('2'));
    await changePartnerTerms(deps)({ partnerId: 'p1', cashinPixKey: null }, asking('3'));
    const told = (await deps.eventStore.readStream('partner-p1')).slice(1).map(({ data }) => data);
    expect(told.map((data) => 'cashinSplitKey' in data)).toEqual([true, false, true]);
    expect(told[2]).toMatchObject({ cashinSplitKey: null });
  });

  test.each([
    ['11900000083', null],
    ['11900000083', 'CNPJ'],
    ['nobody', null],
    ['none@', 'EMAIL'],
  ] as const)('is refused when its kind must be guessed: %s as %s', async (text, kind) => {
    const deps = await world();
    const changing = changePartnerTerms(deps)({ partnerId: 'p1', cashinPixKey: { text, kind } }, asking());
    await expect(changing).rejects.toMatchObject({ rejection: { code: 'VALIDATION_ERROR' } });
    expect(await deps.eventStore.readStream('partner-p1')).toHaveLength(1);
  });
});
