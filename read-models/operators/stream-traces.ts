import type { Query } from '../table';
import { SUBJECTS } from './family-rows';

/** Facts about a stream in the rows, even if the log has lost it. */
export interface StreamTraces {
  readonly memos: readonly string[];
  /** Status of its payment, session or deposit; null without a row. */
  readonly status: string | null;
  /** Its last event in the audit trail. */
  readonly event: { readonly type: string; readonly revision: number; readonly at: string } | null;
  readonly isParked: boolean;
}

type SubjectRow = Pick<StreamTraces, 'memos' | 'status'>;

const SUBJECT = `${SUBJECTS}
  UNION ALL SELECT memos, status FROM lastro.deposits WHERE 'deposit-' || $1 = $2 AND deposit_id = $1`;

const LAST_EVENT = 'SELECT type, revision, at FROM lastro.audit_trail WHERE stream = $1 ORDER BY revision DESC LIMIT 1';

export const readStreamTraces =
  (query: Query) =>
  async (stream: string): Promise<StreamTraces> => {
    const id = stream.slice(stream.indexOf('-') + 1);
    const [[subject], [event], parked] = await Promise.all([
      query<SubjectRow>(SUBJECT, [id, stream]),
      query<NonNullable<StreamTraces['event']>>(LAST_EVENT, [stream]),
      query('SELECT FROM lastro.parked_streams WHERE stream = $1 LIMIT 1', [stream]),
    ]);
    const { memos, status } = subject ?? { memos: [], status: null };
    return { memos, status, event: event ?? null, isParked: parked.length > 0 };
  };
