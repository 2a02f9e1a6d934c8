import { parseCnpj, parseCpf } from '../../../aggregates/codes/tax-id';
import type { PersonalDataSearched } from '../../../aggregates/console/events';
import type { Mode } from '../../../aggregates/partner/events';
import { invalidField } from '../../../aggregates/rejection';
import type { CommandContext } from '../../handling/context';
import type { HandleDeps } from '../../handling/request';
import type { KeyVault, Lookup } from '../../ports/key-vault';
import { recordAct } from './record-act';

export interface SearchPersonalDataDeps extends HandleDeps {
  readonly vault: Pick<KeyVault, 'digest' | 'findAll'>;
  readonly partnerIds: () => Promise<readonly string[]>;
}

export interface SearchPersonalData {
  readonly operatorName: string;
  /** A CPF, a CNPJ or an e-mail. */
  readonly text: string;
}

const MODES: readonly Mode[] = ['live', 'sandbox'];

/** The event comes before the answer. Refuses VALIDATION_ERROR for a text that is no CPF, CNPJ or e-mail. */
export const searchPersonalData =
  (deps: SearchPersonalDataDeps) =>
  async ({ operatorName, text }: SearchPersonalData, context: CommandContext): Promise<readonly string[]> => {
    const { kind, spellings } = spelled(text);
    const partnerIds = await deps.partnerIds();
    const lookups = partnerIds.flatMap((partnerId) =>
      MODES.flatMap((mode) => spellings.map((value): Lookup => ({ partnerId, mode, kind: 'EXTERNAL_USER_ID', value }))),
    );
    const holders = await deps.vault.findAll(lookups);
    const userIds = [...new Set(holders.filter((holder) => holder !== null))];
    const searchedAt = deps.clock.iso();
    const textHash = await deps.vault.digest({ partnerId: '', mode: 'live', kind: 'DOCUMENT', value: spellings[0] });
    const data = { operatorName, kind, textHash, hits: userIds.length, searchedAt };
    await recordAct(deps, { type: 'PersonalDataSearched', data }, { at: searchedAt, context });
    return userIds;
  };

interface Spelled extends Pick<PersonalDataSearched, 'kind'> {
  readonly spellings: readonly [string, ...string[]];
}

const spelled = (given: string): Spelled => {
  const text = given.trim();
  const cpf = parseCpf(text);
  if (cpf !== null) return { kind: 'CPF', spellings: [cpf, cpf.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4')] };
  const cnpj = parseCnpj(text);
  if (cnpj !== null)
    return { kind: 'CNPJ', spellings: [cnpj, cnpj.replace(/(..)(...)(...)(....)(..)/, '$1.$2.$3/$4-$5')] };
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return { kind: 'EMAIL', spellings: [text.toLowerCase(), text] };
  throw invalidField('document', 'must be a CPF, a CNPJ or an e-mail');
};
