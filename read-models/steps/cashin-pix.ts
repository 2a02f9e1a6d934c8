import type { Query, Table } from '../table';

export type CashinPixRow = {
  readonly end_to_end_id: string;
  readonly intent_id: string;
};

export const cashinPix: Table<CashinPixRow> = {
  name: 'cashin_pix',
  key: 'end_to_end_id',
  columns: { end_to_end_id: 'text', intent_id: 'text' },
};

export const findIntentOfPix = async (query: Query, endToEndId: string): Promise<string | null> => {
  const text = 'SELECT intent_id FROM lastro.cashin_pix WHERE end_to_end_id = $1';
  return (await query<Pick<CashinPixRow, 'intent_id'>>(text, [endToEndId]))[0]?.intent_id ?? null;
};
