import type { Decider } from '../decider';
import { rejection } from '../rejection';
import type { DocumentLookedUp, DocumentLookedUpEvent } from './events';

/** Count of the look-ups of a partner in one mode on one day. */
export type DocumentLookupsState = number;

export interface LookUpDocument {
  readonly type: 'LookUpDocument';
  readonly lookup: DocumentLookedUp;
  readonly quota: number;
}

const decide = (made: DocumentLookupsState, { lookup, quota }: LookUpDocument): readonly DocumentLookedUpEvent[] => {
  if (made >= quota) throw rejection('LIMIT_EXCEEDED', 'The daily limit of look-ups is reached');
  return [{ type: 'DocumentLookedUp', data: lookup }];
};

export const documentLookups: Decider<DocumentLookupsState, LookUpDocument, DocumentLookedUpEvent> = {
  category: 'documentLookups',
  initial: 0,
  evolve: (made) => made + 1,
  decide,
};
