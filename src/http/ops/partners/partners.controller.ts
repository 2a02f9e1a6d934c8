import { Body, Controller, Get, Header, Path, Post, Queries, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import { invalidField } from '../../../../aggregates/rejection';
import type { ChangePartnerStanding } from '../../../../commands/partner/change-partner-standing';
import { listPartners } from '../../../../read-models/operators/operator-lists';
import { partnerItem } from '../../../reads/people/shown-partner';
import { type ErrorAnswer, type Page, page, type Success, success, type ValidationErrorAnswer } from '../../envelope';
import { opsOf } from '../../request/request-state';
import { changeOnce } from '../session/operator-context';
import type { OpsChanged, OpsReason } from '../work/changes.dto';
import { partnerAnswer } from './partner-answer';
import type { OpsPartner, OpsPartnersQuery, OpsShownPartner } from './partners.dto';

const DEFAULT_LIMIT = 50;

@Route('ops/v1/partners')
@Tags('Partners')
@Response<ValidationErrorAnswer>(400, 'VALIDATION_ERROR')
@Response<ErrorAnswer>(404, 'NOT_FOUND')
@Response<ErrorAnswer>(409, 'WRONG_STATE')
export class OpsPartnersController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** Partners, newest first. */
  @Get()
  @Security('operator')
  public async listPartners(@Queries() query: OpsPartnersQuery): Promise<Page<OpsPartner>> {
    const { limit = DEFAULT_LIMIT, cursor } = query;
    const rows = await listPartners(opsOf(this.request).query, { limit, cursor });
    if (rows === null) throw invalidField('cursor', 'is not the id of a partner');
    return page(rows, limit, (row) => row.partner_id, partnerItem);
  }

  /** Standing, terms, keys and destinations of a partner. */
  @Get('{id}')
  @Security('operator')
  public async getPartner(@Path() id: string): Promise<Success<OpsShownPartner>> {
    return success(partnerAnswer(await opsOf(this.request).shownPartner(id)));
  }

  /** Refuses the partner and its users everything until it is reinstated. */
  @Post('{id}/suspend')
  @Security('operator', ['administer'])
  public async suspendPartner(
    @Path() id: string,
    @Header('Idempotency-Key') key: string,
    @Body() body: OpsReason,
  ): Promise<Success<OpsChanged>> {
    return this.changeStanding('SuspendPartner', id, key, body);
  }

  /** Ends a suspension. */
  @Post('{id}/reinstate')
  @Security('operator', ['administer'])
  public async reinstatePartner(
    @Path() id: string,
    @Header('Idempotency-Key') key: string,
    @Body() body: OpsReason,
  ): Promise<Success<OpsChanged>> {
    return this.changeStanding('ReinstatePartner', id, key, body);
  }

  /** Ends the partner for ever. */
  @Post('{id}/revoke')
  @Security('operator', ['administer'])
  public async revokePartner(
    @Path() id: string,
    @Header('Idempotency-Key') key: string,
    @Body() body: OpsReason,
  ): Promise<Success<OpsChanged>> {
    return this.changeStanding('RevokePartner', id, key, body);
  }

  /** Revokes an API key, at once and for ever. */
  @Post('{id}/keys/{keyId}/revoke')
  @Security('operator', ['administer'])
  public async revokeKey(
    @Path() id: string,
    @Path() keyId: string,
    @Header('Idempotency-Key') key: string,
    @Body() body: OpsReason,
  ): Promise<Success<OpsChanged>> {
    return changeOnce(this.request, { key, reason: body.reason }, async (context) => {
      const asked = { partnerId: id, keyId };
      const { position } = await opsOf(this.request).commands.revokeApiKey(asked, { ...context, partnerId: id });
      return { isChanged: position !== null };
    });
  }

  private changeStanding(
    change: ChangePartnerStanding['change'],
    partnerId: string,
    key: string,
    body: OpsReason,
  ): Promise<Success<OpsChanged>> {
    return changeOnce(this.request, { key, reason: body.reason }, async (context) => {
      const asked = { partnerId, change, reason: context.reason ?? '' };
      const { position } = await opsOf(this.request).commands.changePartnerStanding(asked, { ...context, partnerId });
      return { isChanged: position !== null };
    });
  }
}
