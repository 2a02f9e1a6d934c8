import {
  Body,
  Controller,
  Get,
  Patch,
  Path,
  Post,
  Put,
  Query,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import type { Request } from 'express';
import { invalidField, rejection } from '../../../aggregates/rejection';
import { findUser, listUsers, shownKycStatus, type UserRow } from '../../../read-models/users/users';
import type { HttpDeps } from '../deps';
import { type ErrorAnswer, type Page, page, type Success, success } from '../envelope';
import { ACCOUNTS, freshContextOf, readYourWrites } from '../request/command-context';
import { partnerOf, partnerReaderOf, stateOf } from '../request/request-state';
import { openedByRow } from '../shared/opened';
import { surfaceRefusal } from '../surface-refusal';
import { registrationOf, walletOf } from './register-user-request';
import type {
  BlockUserRequest,
  ChangeExternalIdRequest,
  ChangeKycRequest,
  ChangeWalletRequest,
  RegisterUserRequest,
  UserAnswer,
} from './users.dto';

@Route('api/v1/users')
@Tags('Users')
@Security('partner', ['read'])
export class UsersController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** Registers a user, or finds the one with these ids: 201 the first time, 200 after that. */
  @Post()
  @Security('partner', ['simulate'])
  @SuccessResponse(201, 'Created')
  @Response<Success<UserAnswer>>(200, 'The user was already registered')
  @Response<ErrorAnswer>(409, 'USER_CONFLICT, CONCURRENT_OPERATION')
  public async registerUser(@Body() body: RegisterUserRequest): Promise<Success<UserAnswer>> {
    const { deps } = stateOf(this.request);
    const { partnerId, mode } = partnerOf(this.request);
    const { externalUserId, wallet } = registrationOf(body, { ...deps, mode });
    const context = freshContextOf(this.request);
    const { userId, created, position } = await deps.registerUser({ partnerId, mode, externalUserId, wallet }, context);
    await readYourWrites(this.request, ACCOUNTS, position);
    this.setStatus(created ? 201 : 200);
    const row = await findUser(partnerReaderOf(this.request), userId);
    return success(row === null ? registered(userId, externalUserId, wallet, deps.clock.now()) : await this.shown(row));
  }

  /**
   * The partner's users, newest first.
   * @param limit How many, 1 to 200
   * @isInt limit must be a whole number
   * @minimum limit 1
   * @maximum limit 200
   * @param cursor The userId of the last user seen
   * @param externalUserId Only the one whom the partner knows by this id
   * @minLength externalUserId 1
   * @maxLength externalUserId 128
   * @param pubkey Only those with this address, on any network
   * @minLength pubkey 3
   * @maxLength pubkey 128
   */
  @Get()
  public async listUsers(
    @Query() limit: number = 20,
    @Query() cursor?: string,
    @Query() externalUserId?: string,
    @Query() pubkey?: string,
  ): Promise<Page<UserAnswer>> {
    const { deps } = stateOf(this.request);
    const reader = partnerReaderOf(this.request);
    const userId = externalUserId === undefined ? undefined : await deps.findByExternalId(reader, externalUserId);
    const rows = await listUsers(reader, { limit, cursor, userId, pubkey: canonical(deps, pubkey) });
    if (rows === null) throw invalidField('cursor', 'is not the id of a user');
    const externalIds = await openedByRow(deps, rows.slice(0, limit), (row) => row.external_user_id);
    return page(rows, limit, (row) => row.user_id, shownWith(externalIds));
  }

  /** Returns one of the partner's users. */
  @Get('{userId}')
  @Response<ErrorAnswer>(404, 'USER_NOT_FOUND')
  public async getUser(@Path() userId: string): Promise<Success<UserAnswer>> {
    return success(await this.shown(await this.existing(userId)));
  }

  /**
   * Gives the user a first or another wallet. KYC status and block stay with the user; open intents keep the wallet
   * they were made with; tokens for the old wallet are no longer valid. The same wallet again changes nothing.
   */
  @Put('{userId}/wallet')
  @Security('partner', ['simulate'])
  @Response<ErrorAnswer>(404, 'USER_NOT_FOUND')
  @Response<ErrorAnswer>(409, 'USER_CONFLICT, CONCURRENT_OPERATION')
  public async changeWallet(@Path() userId: string, @Body() body: ChangeWalletRequest): Promise<Success<UserAnswer>> {
    const { deps } = stateOf(this.request);
    const { partnerId, mode } = partnerOf(this.request);
    const row = await this.existing(userId);
    const wallet = walletOf(body, { ...deps, mode });
    if (wallet === null) throw invalidField('pubkey', 'is needed');
    const context = freshContextOf(this.request);
    const { position } = await deps.changeWallet({ partnerId, mode, userId, wallet }, context);
    await readYourWrites(this.request, ACCOUNTS, position);
    return success(await this.shown({ ...row, ...wallet }));
  }

  /** Gives the user a first or another id of the partner's own. The same id again changes nothing. */
  @Put('{userId}/external-id')
  @Security('partner', ['simulate'])
  @Response<ErrorAnswer>(404, 'USER_NOT_FOUND')
  @Response<ErrorAnswer>(409, 'USER_CONFLICT, CONCURRENT_OPERATION')
  public async changeExternalId(
    @Path() userId: string,
    @Body() { externalUserId }: ChangeExternalIdRequest,
  ): Promise<Success<UserAnswer>> {
    const { deps } = stateOf(this.request);
    const { partnerId, mode } = partnerOf(this.request);
    const row = await this.existing(userId);
    const context = freshContextOf(this.request);
    const { position } = await deps.changeExternalId({ partnerId, mode, userId, externalUserId }, context);
    await readYourWrites(this.request, ACCOUNTS, position);
    return success({ ...(await this.shown(row)), externalUserId });
  }

  /** Sandbox credentials only: sets what the KYC gate reads. */
  @Patch('{userId}/kyc')
  @Security('partner', ['simulate'])
  @Response<ErrorAnswer>(403, 'FEATURE_DISABLED')
  @Response<ErrorAnswer>(404, 'USER_NOT_FOUND')
  public async changeKyc(@Path() userId: string, @Body() body: ChangeKycRequest): Promise<Success<UserAnswer>> {
    const { deps } = stateOf(this.request);
    if (partnerOf(this.request).mode !== 'sandbox') {
      throw surfaceRefusal('FEATURE_DISABLED', 'Only sandbox credentials set a KYC status');
    }
    const row = await this.existing(userId);
    const { position } = await deps.changeKycStatus({ userId, status: body.kycStatus }, freshContextOf(this.request));
    await readYourWrites(this.request, ACCOUNTS, position);
    return success(await this.shown({ ...row, kyc_status: body.kycStatus }));
  }

  /** Blocks a user: no token is issued, and tokens already issued open nothing. Repeatable. */
  @Post('{userId}/block')
  @Security('partner', ['simulate'])
  @Response<ErrorAnswer>(404, 'USER_NOT_FOUND')
  public async blockUser(@Path() userId: string, @Body() body: BlockUserRequest): Promise<Success<UserAnswer>> {
    return this.changeBlock(userId, 'BlockUser', body.reason ?? 'blocked by the partner');
  }

  /** Lets a blocked user in again. Repeatable. */
  @Post('{userId}/unblock')
  @Security('partner', ['simulate'])
  @Response<ErrorAnswer>(404, 'USER_NOT_FOUND')
  public async unblockUser(@Path() userId: string, @Body() body: BlockUserRequest): Promise<Success<UserAnswer>> {
    return this.changeBlock(userId, 'UnblockUser', body.reason ?? 'unblocked by the partner');
  }

  private async changeBlock(
    userId: string,
    change: 'BlockUser' | 'UnblockUser',
    reason: string,
  ): Promise<Success<UserAnswer>> {
    const row = await this.existing(userId);
    const { deps } = stateOf(this.request);
    const { position } = await deps.blockUser({ userId, change, reason }, freshContextOf(this.request));
    await readYourWrites(this.request, ACCOUNTS, position);
    return success(await this.shown({ ...row, blocked: change === 'BlockUser' }));
  }

  /** The partner's own user; another partner's counts as unknown. */
  private async existing(userId: string): Promise<UserRow> {
    const row = await findUser(partnerReaderOf(this.request), userId);
    if (row === null) throw rejection('USER_NOT_FOUND', 'No such user');
    return row;
  }

  private async shown(row: UserRow): Promise<UserAnswer> {
    const externalIds = await openedByRow(stateOf(this.request).deps, [row], ({ external_user_id: id }) => id);
    return shownWith(externalIds)(row);
  }
}

/** Hex has two spellings, and a list does not name the chain. */
const canonical = ({ canonicalAddress }: HttpDeps, pubkey: string | undefined): string | undefined =>
  pubkey === undefined ? undefined : (canonicalAddress('evm', pubkey) ?? pubkey);

const shownWith =
  (externalIds: ReadonlyMap<UserRow, string>) =>
  (row: UserRow): UserAnswer => ({
    userId: row.user_id,
    pubkey: row.pubkey,
    blockchain: row.blockchain,
    uid: row.user_id,
    externalUserId: externalIds.get(row) ?? null,
    kycStatus: shownKycStatus(row),
    createdAt: row.created_at,
  });

/** Answers a new registration before the read model shows it. */
const registered = (
  userId: string,
  externalUserId: string | null,
  wallet: { readonly pubkey: string; readonly blockchain: string } | null,
  nowMs: number,
): UserAnswer => ({
  userId,
  pubkey: wallet?.pubkey ?? null,
  blockchain: wallet?.blockchain ?? null,
  uid: userId,
  externalUserId,
  kycStatus: 'PENDING',
  createdAt: new Date(nowMs).toISOString(),
});
