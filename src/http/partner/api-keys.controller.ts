import {
  Body,
  Controller,
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
import { invalidField, rejection } from '../../../aggregates/rejection';
import { type ApiKeyRow, findApiKey, pageOfApiKeys } from '../../../read-models/partners/api-keys';
import { type ErrorAnswer, type Page, page, type Success, success } from '../envelope';
import { ACCOUNTS, freshContextOf, readYourWrites } from '../request/command-context';
import { partnerOf, partnerReaderOf, stateOf } from '../request/request-state';
import type { ApiKeyItem, IssueApiKeyRequest, IssuedApiKeyAnswer, NoFields, RevokedApiKey } from './api-keys.dto';

@Route('api/v1/partners/me/api-keys')
@Tags('API keys')
@Security('partner', ['read'])
export class ApiKeysController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** Issues a key in the calling key's mode. At most 20 keys are live at once. */
  @Post()
  @Security('partner', ['configure'])
  @SuccessResponse(201, 'Created')
  @Response<ErrorAnswer>(422, 'LIMIT_EXCEEDED')
  public async issueApiKey(@Body() body: IssueApiKeyRequest): Promise<Success<IssuedApiKeyAnswer>> {
    const { deps } = stateOf(this.request);
    const { partnerId, mode } = partnerOf(this.request);
    const { position, ...issued } = await deps.issueApiKey(
      { partnerId, mode, name: body.name ?? null },
      freshContextOf(this.request),
    );
    await readYourWrites(this.request, ACCOUNTS, position);
    this.setStatus(201);
    return success(issued);
  }

  /**
   * The keys in the calling key's mode, newest first, live and revoked.
   * @param limit How many, 1 to 200
   * @isInt limit must be a whole number
   * @minimum limit 1
   * @maximum limit 200
   * @param cursor The keyId of the last key seen
   */
  @Get()
  public async listApiKeys(@Query() limit: number = 200, @Query() cursor?: string): Promise<Page<ApiKeyItem>> {
    const { deps } = stateOf(this.request);
    const rows = await pageOfApiKeys(partnerReaderOf(this.request), { limit, cursor });
    if (rows === null) throw invalidField('cursor', 'is not the id of an API key');
    const lastUsed = await deps.keyUsage.lastUsed(rows.map((row) => row.key_id));
    return page(
      rows,
      limit,
      (row) => row.key_id,
      (row) => itemOf(row, lastUsed.get(row.key_id) ?? null),
    );
  }

  /** Revokes a key at once and for ever; a key may revoke itself. Repeatable. */
  @Post('{keyId}/revoke')
  @Security('partner', ['configure'])
  @Response<ErrorAnswer>(404, 'NOT_FOUND')
  public async revokeApiKey(@Path() keyId: string, @Body() _body: NoFields): Promise<Success<RevokedApiKey>> {
    const { deps } = stateOf(this.request);
    const { partnerId } = partnerOf(this.request);
    const row = await findApiKey(partnerReaderOf(this.request), keyId);
    if (row === null) throw rejection('NOT_FOUND', 'No such API key');
    const { revokedAt, position } = await deps.revokeApiKey({ partnerId, keyId }, freshContextOf(this.request));
    await readYourWrites(this.request, ACCOUNTS, position);
    return success({ keyId, status: 'REVOKED', revokedAt });
  }
}

const itemOf = (row: ApiKeyRow, lastUsedAt: string | null): ApiKeyItem => ({
  keyId: row.key_id,
  name: row.name,
  prefix: row.prefix,
  last4: row.last4,
  status: row.status,
  createdAt: row.created_at,
  lastUsedAt,
  revokedAt: row.revoked_at,
});
