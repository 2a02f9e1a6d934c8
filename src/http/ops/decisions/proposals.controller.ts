import { Controller, Get, Route, Security, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import { partsOfStream } from '../../../../aggregates/stream';
import { listOpenProposals, type ProposalRow } from '../../../../read-models/operators/waiting/open-proposals';
import { type Success, success } from '../../envelope';
import { opsOf } from '../../request/request-state';
import { proposedIn } from './outcome';
import type { OpsListedProposal } from './proposals.dto';

const MOST = 200;

@Route('ops/v1/proposals')
@Tags('Decisions')
@Security('operator')
export class OpsProposalsController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** First words that wait for a second one, the oldest first: at most 200. */
  @Get()
  public async listProposals(): Promise<Success<OpsListedProposal[]>> {
    return success((await listOpenProposals(opsOf(this.request).query, null, MOST)).map(listed));
  }
}

const listed = (row: ProposalRow): OpsListedProposal => {
  const id = partsOfStream(row.stream)?.id ?? row.stream;
  const said = { proposedBy: row.actor_id, proposedAt: row.at, reason: row.reason };
  const owner = { partnerId: row.partner_id, mode: row.mode };
  if (row.type !== 'DepositResolutionProposed')
    return { about: 'PAYMENT', id, how: proposedIn(row).how, ...said, ...owner };
  const { how } = row.data['resolution'] as { readonly how: string };
  return { about: 'DEPOSIT', id, how, ...said, ...owner };
};
