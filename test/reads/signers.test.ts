import { randomBytes } from 'node:crypto';
import type { Sealed } from '../../aggregates/sealed';
import { createCipher } from '../../infra/vault/keys/cipher';
import { createMemoryVault } from '../../infra/vault/memory-vault';
import type { HmacHolder, SealedValue } from '../../read-models/partners/partner-secrets';
import type { Query } from '../../read-models/table';
import { createSigners } from '../../src/reads/signers';

const KEY = 'ab'.repeat(32);
const ids = { hex: (bytes: number) => '0'.repeat(bytes * 2) };

/** A vault that counts its openings, and a partner with a sandbox secret. */
const scene = async () => {
  const vault = createMemoryVault(createCipher(randomBytes(32)));
  const sealed = (await vault.seal('partner-1', KEY)) as unknown as SealedValue;
  const standing = { partner_status: 'ACTIVE', ip_allowlist: [], requests_per_minute: null } as const;
  const holder = { partner_id: 'partner-1', mode: 'sandbox', ...standing } as const;
  const row: HmacHolder = { ...holder, hmac_key: sealed };
  const query = (async (_text: string, [owners]: readonly unknown[]) =>
    (owners as readonly string[]).includes('partner-1:sandbox') ? [row] : []) as Query;
  let opened = 0;
  const open = (value: Sealed): Promise<string | null> => {
    opened += 1;
    return vault.open(value);
  };
  return { vault, query, holder, counting: { seal: vault.seal, open }, opened: () => opened };
};

describe('the signers of a partner', () => {
  it('are one for each mode, stand-ins included, with as many decryptions for an unknown partner', async () => {
    const { query, counting, holder, opened } = await scene();
    const signers = createSigners({ query, vault: counting, ids });
    expect(await signers('partner-1')).toEqual([
      { signingKey: ids.hex(32), holder: null },
      { signingKey: KEY, holder },
    ]);
    expect(opened()).toBe(2);
    expect((await signers('partner-2')).map((signer) => signer.holder)).toEqual([null, null]);
    expect(opened()).toBe(4);
  });

  it('have no owner after the erasure of the partner', async () => {
    const { vault, query } = await scene();
    await vault.erase('partner-1');
    const signers = await createSigners({ query, vault, ids })('partner-1');
    expect(signers.map(({ holder }) => holder)).toEqual([null, null]);
  });

  it('are made when the vault was away at the first need of a stand-in', async () => {
    const { vault, query } = await scene();
    let isAway = true;
    const seal: typeof vault.seal = (subjectId, plaintext) =>
      isAway ? Promise.reject(new Error('away')) : vault.seal(subjectId, plaintext);
    const signers = createSigners({ query, vault: { seal, open: vault.open }, ids });
    await expect(signers('partner-1')).rejects.toThrow('away');
    isAway = false;
    expect(await signers('partner-1')).toHaveLength(2);
  });
});
