import { maskPixKey } from '../../aggregates/codes/pix-key';
import type { Position } from '../../aggregates/events';
import type { PartnerTermsChanged, SplitKey } from '../../aggregates/partner/events';
import { partner } from '../../aggregates/partner/partner';
import { invalidField } from '../../aggregates/rejection';
import type { CommandContext } from '../handling/context';
import { handle } from '../handling/handle';
import { type DenyingDeps, revokeRight } from '../handling/revoke-right';
import { type AskedPixKey, readPixKey } from '../invoices/pix-key-invoice';
import type { KeyVault } from '../ports/key-vault';

export interface ChangePartnerTerms extends Omit<PartnerTermsChanged, 'changedAt' | 'cashinSplitKey'> {
  /** PIX key for its part of each charge; null removes the key. Absent: no change. */
  readonly cashinPixKey?: AskedPixKey | null;
}

export interface ChangePartnerTermsDeps extends DenyingDeps {
  readonly isNetwork: (text: string) => boolean;
  readonly vault: Pick<KeyVault, 'seal'>;
}

export interface ChangedTerms {
  readonly terms: PartnerTermsChanged;
  readonly position: Position | null;
}

/** Changes the named terms; `ipAllowlist` is in force when it answers. Refuses VALIDATION_ERROR, NOT_FOUND. */
export const changePartnerTerms =
  (deps: ChangePartnerTermsDeps) =>
  async ({ cashinPixKey, ...named }: ChangePartnerTerms, context: CommandContext): Promise<ChangedTerms> => {
    const wrong = named.ipAllowlist?.find((entry) => !deps.isNetwork(entry));
    if (wrong !== undefined)
      throw invalidField('ipAllowlist', `${JSON.stringify(wrong)} is neither an address nor a CIDR range`);
    const { partnerId } = named;
    const cashinSplitKey = cashinPixKey && (await sealedKey(deps, partnerId, cashinPixKey));
    const key = cashinSplitKey === undefined ? {} : { cashinSplitKey };
    const terms = { ...named, ...key, changedAt: deps.clock.iso() };
    return { terms, position: await change(deps, terms, context) };
  };

/** A key that fits two kinds is refused without its kind, because money sent to a wrong key is lost. */
const sealedKey = async (
  { vault }: ChangePartnerTermsDeps,
  partnerId: string,
  asked: AskedPixKey,
): Promise<SplitKey> => {
  const key = readPixKey(asked);
  const pixKey = await vault.seal(partnerId, key.key);
  return { pixKey, pixKeyType: key.kind, pixKeyMasked: maskPixKey(key) };
};

const change = async (
  deps: ChangePartnerTermsDeps,
  terms: PartnerTermsChanged,
  context: CommandContext,
): Promise<Position | null> => {
  const { partnerId, ipAllowlist } = terms;
  const request = { id: partnerId, context, command: { type: 'ChangeTerms', terms } } as const;
  if (ipAllowlist === undefined) return (await handle(deps, partner, request)).position;
  const { position } = await revokeRight(deps, partner, request, {
    ...{ kind: 'IP_ALLOWLIST', subject: partnerId, value: ipAllowlist },
    isTakenBy: ({ type, data }) => type === 'PartnerTermsChanged' && data.ipAllowlist !== undefined,
  });
  return position;
};
