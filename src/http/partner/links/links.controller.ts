import {
  Body,
  Controller,
  Delete,
  Get,
  Path,
  Post,
  Query,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import type { Request } from 'express';
import { invalidField, rejection } from '../../../../aggregates/rejection';
import { listLinks } from '../../../../read-models/partners/links';
import { ttlSecondsOf } from '../../credentials/token-ttl';
import { type ErrorAnswer, type Page, page, type Success, success } from '../../envelope';
import { freshContextOf, LINKS, readYourWrites } from '../../request/command-context';
import { partnerOf, partnerReaderOf, stateOf } from '../../request/request-state';
import { centsOf } from '../../request/shape/brl';
import { isLinkCode } from '../../request/shape/object-ids';
import { checked } from '../../request/shape/validate-dto';
import { createdLinkAnswer, linkAnswer } from './link-answer';
import { CreateLinkRequest, type LinkAnswer } from './links.dto';

const DEFAULT_LIFETIME = '30d';
const MAXIMUM_LIFETIME_SECONDS = 365 * 86_400;

const lifetimeOf = ({ expiresIn = DEFAULT_LIFETIME }: CreateLinkRequest): number => {
  const seconds = ttlSecondsOf(expiresIn, MAXIMUM_LIFETIME_SECONDS);
  if (seconds === null) throw invalidField('expiresIn', 'must be a number and one of s, m, h, d');
  return seconds;
};

@Route('api/v1/partners/me/links')
@Tags('Payment links')
@Security('partner', ['read'])
export class LinksController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** Makes a link that shows the payment to any holder of the link. At most 1,000 are live at once. */
  @Post()
  @Security('partner', ['simulate'])
  @SuccessResponse(201, 'Created')
  @Response<ErrorAnswer>(400, 'INVALID_ASSET_ID')
  @Response<ErrorAnswer>(422, 'LIMIT_EXCEEDED')
  public async createLink(@Body() body: CreateLinkRequest): Promise<Success<LinkAnswer>> {
    const { deps } = stateOf(this.request);
    const { partnerId, mode } = partnerOf(this.request);
    const asked = checked(CreateLinkRequest, body);
    const held = {
      invoiceCode: asked.invoiceCode.trim(),
      assetId: asked.assetId ?? null,
      description: asked.description ?? null,
    };
    const amountCents = asked.amount === undefined ? null : centsOf(asked.amount);
    const created = await deps.createLink(
      { partnerId, mode, ...held, amountCents, lifetimeSeconds: lifetimeOf(asked) },
      freshContextOf(this.request),
    );
    await readYourWrites(this.request, LINKS, created.position);
    this.setStatus(201);
    return success(createdLinkAnswer(deps, held, created));
  }

  /**
   * The links that were not removed, newest first; those that have expired are said to be.
   * @param limit How many, 1 to 200
   * @isInt limit must be a whole number
   * @minimum limit 1
   * @maximum limit 200
   * @param cursor The code of the last link seen
   */
  @Get()
  public async listLinks(@Query() limit: number = 20, @Query() cursor?: string): Promise<Page<LinkAnswer>> {
    const { deps } = stateOf(this.request);
    const rows = await listLinks(partnerReaderOf(this.request), { limit, cursor });
    if (rows === null) throw invalidField('cursor', 'is not the code of a link');
    const shown = await Promise.all(rows.map((row) => linkAnswer(deps, row)));
    return page(
      shown,
      limit,
      ({ code }) => code,
      (link) => link,
    );
  }

  /** Removes a link, which no longer resolves. Repeatable. */
  @Delete('{code}')
  @Security('partner', ['simulate'])
  @Response<ErrorAnswer>(404, 'NOT_FOUND')
  public async removeLink(@Path() code: string): Promise<Success<null>> {
    if (!isLinkCode(code)) throw rejection('NOT_FOUND', 'No such link');
    const { partnerId, mode } = partnerOf(this.request);
    const context = freshContextOf(this.request);
    const { position } = await stateOf(this.request).deps.removeLink({ linkCode: code, partnerId, mode }, context);
    await readYourWrites(this.request, LINKS, position);
    return success(null);
  }
}
