import {
  Body,
  Controller,
  Delete,
  Get,
  Patch,
  Path,
  Post,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import type { Request } from 'express';
import { isRejection, rejection } from '../../../../aggregates/rejection';
import { listMembers, type MemberRow } from '../../../../read-models/partners/members';
import { networkOf } from '../../../client-address';
import { type ErrorAnswer, type Success, success } from '../../envelope';
import { ACCOUNTS, freshContextOf, readYourWrites } from '../../request/command-context';
import { partnerOf, partnerReaderOf, stateOf } from '../../request/request-state';
import { openedByRow } from '../../shared/opened';
import type { ChangeMemberRequest, InviteMemberRequest, MemberAnswer } from './members.dto';

/** For members alone: a key opens none of these routes. */
@Route('api/v1/partners/me/members')
@Tags('Members')
@Security('member', ['administer'])
export class MembersController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** The members of the partner, the first invited first. */
  @Get()
  @Security('member', ['read'])
  public async listMembers(): Promise<Success<MemberAnswer[]>> {
    return success(await this.answersOf(await this.rows()));
  }

  /** Invites a person by e-mail, and sends a link for signing in. At most 100 members. Repeatable. */
  @Post()
  @SuccessResponse(201, 'Created')
  @Response<ErrorAnswer>(409, 'WRONG_STATE')
  @Response<ErrorAnswer>(422, 'LIMIT_EXCEEDED')
  public async inviteMember(@Body() body: InviteMemberRequest): Promise<Success<MemberAnswer>> {
    const { deps } = stateOf(this.request);
    const { partnerId } = partnerOf(this.request);
    const asked = { partnerId, email: body.email, role: body.role };
    const { memberId, position } = await deps.members.invite(asked, freshContextOf(this.request));
    await readYourWrites(this.request, ACCOUNTS, position);
    await this.sendLink(body.email);
    this.setStatus(201);
    return success(await this.one(memberId));
  }

  /** Changes the role of a member. The last owner stays one. Repeatable. */
  @Patch('{memberId}')
  @Response<ErrorAnswer>(404, 'NOT_FOUND')
  @Response<ErrorAnswer>(409, 'WRONG_STATE')
  public async changeMember(
    @Path() memberId: string,
    @Body() body: ChangeMemberRequest,
  ): Promise<Success<MemberAnswer>> {
    const { deps } = stateOf(this.request);
    const asked = { partnerId: partnerOf(this.request).partnerId, memberId, role: body.role };
    const { position } = await deps.members.changeRole(asked, freshContextOf(this.request));
    await readYourWrites(this.request, ACCOUNTS, position);
    return success(await this.one(memberId));
  }

  /** Removes a member, and ends the sessions of this person at once. The last owner stays. Repeatable. */
  @Delete('{memberId}')
  @Response<ErrorAnswer>(404, 'NOT_FOUND')
  @Response<ErrorAnswer>(409, 'WRONG_STATE')
  public async removeMember(@Path() memberId: string): Promise<Success<null>> {
    const { deps } = stateOf(this.request);
    const asked = { partnerId: partnerOf(this.request).partnerId, memberId };
    const { position } = await deps.members.remove(asked, freshContextOf(this.request));
    await readYourWrites(this.request, ACCOUNTS, position);
    return success(null);
  }

  /** The invitation stands without it: the person can ask for a link. */
  private async sendLink(email: string): Promise<void> {
    const { deps, address } = stateOf(this.request);
    try {
      await deps.members.sendLink({ email, caller: networkOf(address) });
    } catch (error) {
      if (!isRejection(error)) throw error;
    }
  }

  private rows(): Promise<readonly MemberRow[]> {
    return listMembers(partnerReaderOf(this.request));
  }

  private async answersOf(rows: readonly MemberRow[]): Promise<MemberAnswer[]> {
    const emails = await openedByRow(stateOf(this.request).deps, rows, ({ email }) => email);
    return rows.map((row) => answerOf(row, emails.get(row) ?? null));
  }

  private async one(memberId: string): Promise<MemberAnswer> {
    const [found] = await this.answersOf((await this.rows()).filter((row) => row.member_id === memberId));
    if (found === undefined) throw rejection('NOT_FOUND', 'No such member');
    return found;
  }
}

const answerOf = (row: MemberRow, email: string | null): MemberAnswer => ({
  memberId: row.member_id,
  ...{ email, role: row.role, status: row.status === 'JOINED' ? 'JOINED' : 'INVITED' },
  invitedAt: row.invited_at,
  joinedAt: row.joined_at,
});
