import type { Sealed } from '../../aggregates/sealed';
import type { Ids } from '../../commands/ports/ids';
import type { KeyVault } from '../../commands/ports/key-vault';
import { findHmacHolders, type HmacHolder } from '../../read-models/partners/partner-secrets';
import type { Query } from '../../read-models/table';
import type { Signer } from '../credentials';
import { gathered } from './gathered';

export interface SignerPorts {
  readonly query: Query;
  readonly vault: Pick<KeyVault, 'seal' | 'open'>;
  readonly ids: Pick<Ids, 'hex'>;
}

const MODES = ['live', 'sandbox'] as const;
/** Subject of the sealed value that replaces the keys of unknown partners. */
const STAND_IN = 'signing-key-stand-in';
const KEY_BYTES = 32;

/** Returns a signer per mode, with a stand-in for each missing one: timing does not reveal if the partner exists. */
export const createSigners = ({ query, vault, ids }: SignerPorts): ((partnerId: string) => Promise<Signer[]>) => {
  const findHolders = gathered((partnerIds: readonly string[]) => findHmacHolders(query, partnerIds));
  let standIn: Promise<Sealed> | null = null;
  const sealStandIn = (): Promise<Sealed> => {
    standIn ??= vault.seal(STAND_IN, ids.hex(KEY_BYTES)).catch((error: unknown) => {
      standIn = null;
      throw error;
    });
    return standIn;
  };
  return async (partnerId) => {
    const [holders, substitute] = await Promise.all([findHolders(partnerId), sealStandIn()]);
    const found = MODES.map((mode) => holders?.find((holder) => holder.mode === mode) ?? null);
    return Promise.all(found.map((holder) => signerOf(vault, holder, substitute)));
  };
};

const signerOf = async (vault: SignerPorts['vault'], found: HmacHolder | null, substitute: Sealed): Promise<Signer> => {
  const signingKey = await vault.open(found === null ? substitute : (found.hmac_key as unknown as Sealed));
  if (found === null || signingKey === null) return { signingKey: signingKey ?? '', holder: null };
  const { hmac_key: _sealed, ...holder } = found;
  return { signingKey, holder };
};
