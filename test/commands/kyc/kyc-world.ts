import type { Mode } from '../../../aggregates/partner/events';
import { startSession } from '../../../commands/kyc/start-session';
import type { KycAnswer, KycProvider } from '../../../commands/ports/providers/kyc-provider';
import type { Result } from '../../../commands/ports/providers/result';
import { registerUser } from '../../../commands/user/register-user';
import { kycProvidersOf } from '../../../infra/providers/providers';
import { asking, core } from '../../core';
import { memorySandbox } from '../../infra/providers/memory-sandbox';

export const SCOPE = { partnerId: 'p1', mode: 'sandbox' } as const;

/** Commands over the sandbox's desk, of which calls may be answered otherwise. */
export const kycWorld = (otherwise: Partial<KycProvider> = {}, mode: Mode = SCOPE.mode) => {
  const world = core();
  const { kyc: provider, controls } = memorySandbox(world.clock);
  const desk = { provider, controls };
  const deps = { ...world, kycProviders: kycProvidersOf([{ ...desk.provider, ...otherwise }], world.clock) };
  const start = startSession({
    ...deps,
    findUserId: async ({ partnerId, mode, uid }) =>
      world.vault.find({ partnerId, mode, kind: 'EXTERNAL_USER_ID', value: uid }),
    registerUser: registerUser(deps),
    latestNumber: async () => 0,
  });
  const startOf = (
    document: string,
    externalUserId = 'ana',
    name = `start ${document}`,
    played: { readonly scenario?: string } = {},
  ) =>
    start(
      {
        ...{ ...SCOPE, mode, externalUserId, ...played },
        declared: { personType: 'PF', document, birthDate: '1990-02-28', profile: { fullName: 'Ana' }, owners: [] },
      },
      asking(name, { subjectId: null }),
    );
  return { ...world, deps, desk, startOf };
};

export const answered = (changes: Partial<KycAnswer>): Result<KycAnswer> => ({
  ok: true,
  value: { providerSessionId: 'sbx_kyc_1', state: 'IN_PROGRESS', providerStatus: 'In Progress', ...changes },
});
