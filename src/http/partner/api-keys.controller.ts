import { Body, Controller, Get, Path, Post, Response, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import { rejection } from '../../../aggregates/rejection';
import { type ApiKeyRow, listApiKeys } from '../../../read-models/api-keys';
import { type ErrorAnswer, type Page, page, type Success, success } from '../envelope';
import { ACCOUNTS, freshContextOf, readYourWrites } from '../request/command-context';
import { partnerOf, partnerReaderOf, stateOf } from '../request/request-state';
import type { ApiKeyItem, IssueApiKeyRequest, IssuedApiKeyAnswer, NoFields, RevokedApiKey } from './api-keys.dto';

@Route('api/v1/partners/me/api-keys')
@Tags('API keys')
@Security('partner')
export class ApiKeysController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** Issues a key of the mode of the key that asks. At most 20 keys are live at once. */
  @Post()
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

  /** All keys of the mode of the key that asks, newest first. */
  @Get()
  public async listApiKeys(): Promise<Page<ApiKeyItem>> {
    const { deps } = stateOf(this.request);
    const rows = await listApiKeys(partnerReaderOf(this.request));
    const lastUsed = await deps.keyUsage.lastUsed(rows.map((row) => row.key_id));
    return page(
      rows,
      rows.length,
      (row) => row.key_id,
      (row) => itemOf(row, lastUsed.get(row.key_id) ?? null),
    );
  }

  /** Revokes a key at once and for ever; a key may revoke itself. Repeatable. */
  @Post('{keyId}/revoke')
  @Response<ErrorAnswer>(404, 'NOT_FOUND')
  public async revokeApiKey(@Path() keyId: string, @Body() _body: NoFields): Promise<Success<RevokedApiKey>> {
    const { deps } = stateOf(this.request);
    const { partnerId } = partnerOf(this.request);
    const rows = await listApiKeys(partnerReaderOf(this.request));
    if (!rows.some((row) => row.key_id === keyId)) throw rejection('NOT_FOUND', 'No such API key');
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
