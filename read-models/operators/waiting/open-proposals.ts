import type { Query } from '../../table';
import type { AuditTrailRow } from '../audit-trail';

/** A proposal that no second decision, withdrawal or end has followed. */
export type ProposalRow = Pick<
  AuditTrailRow,
  'event_id' | 'stream' | 'revision' | 'type' | 'at' | 'actor_id' | 'reason' | 'partner_id' | 'mode' | 'data'
>;

/** As in the index `audit_trail_proposals`. */
const PROPOSALS = `type IN ('PayoutDecisionProposed', 'CashinDecisionProposed', 'RedemptionDecisionProposed',
  'DepositResolutionProposed')`;

/** Each ends every earlier proposal in its stream. */
const ENDS = [
  ...['PayoutDecisionProposed', 'CashinDecisionProposed', 'RedemptionDecisionProposed', 'DepositResolutionProposed'],
  ...['PayoutProposalWithdrawn', 'CashinProposalWithdrawn', 'RedemptionProposalWithdrawn'],
  ...['PayoutDecided', 'PayoutSettled', 'PayoutRejected', 'CashinDecided', 'CashinCompleted', 'CashinFailed'],
  ...['RedemptionDecided', 'RedemptionSettled', 'RedemptionFailed', 'DepositProposalWithdrawn', 'DepositClaimed'],
  ...['DepositMatched', 'DepositWrittenOff', 'DepositRefunded', 'DepositReverted'],
];

const COLUMNS = 'p.event_id, p.stream, p.revision, p.type, p.at, p.actor_id, p.reason, p.partner_id, p.mode, p.data';

/** The oldest first; of one stream, or of all (null). */
export const listOpenProposals = (
  query: Query,
  stream: string | null,
  limit: number,
): Promise<readonly ProposalRow[]> =>
  query<ProposalRow>(
    `SELECT ${COLUMNS} FROM lastro.audit_trail p WHERE p.${PROPOSALS} AND ($1::text IS NULL OR p.stream = $1)
        AND NOT EXISTS (SELECT FROM lastro.audit_trail later WHERE later.stream = p.stream
          AND later.revision > p.revision AND later.type = ANY($2::text[]))
      ORDER BY p.at LIMIT $3`,
    [stream, ENDS, limit],
  );

/** Types of the events of the stream after this revision, oldest first, at most 50. */
export const listTypesSince = async (query: Query, stream: string, revision: number): Promise<readonly string[]> => {
  const rows = await query<Pick<AuditTrailRow, 'type'>>(
    'SELECT type FROM lastro.audit_trail WHERE stream = $1 AND revision > $2 ORDER BY revision LIMIT 50',
    [stream, revision],
  );
  return rows.map(({ type }) => type);
};
