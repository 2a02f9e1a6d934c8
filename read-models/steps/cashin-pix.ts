import type { Query, Table } from '../table';

export type CashinPixRow = {
  readonly end_to_end_id: string;
  /** The first intent that it came for. */
  readonly intent_id: string;
};

/** Every PIX that came for a cash-in. */
export const cashinPix: Table<CashinPixRow> = {
  name: 'cashin_pix',
  key: 'end_to_end_id',
  columns: { end_to_end_id: 'text', intent_id: 'text' },
};

export const findIntentOfPix = async (query: Query, endToEndId: string): Promise<string | null> => {
  const text = 'SELECT intent_id FROM lastro.cashin_pix WHERE end_to_end_id = $1';
  return (await query<Pick<CashinPixRow, 'intent_id'>>(text, [endToEndId]))[0]?.intent_id ?? null;
};
