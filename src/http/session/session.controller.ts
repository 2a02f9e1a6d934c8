import {
  Body,
  Controller,
  Delete,
  Get,
  Path,
  Post,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import type { Request } from 'express';
import { rejection } from '../../../aggregates/rejection';
import { sessionIdOf } from '../../../commands/operator/console/session-id';
import { networkOf } from '../../client-address';
import { type ErrorAnswer, type RateLimitAnswer, type Success, success } from '../envelope';
import { browserOf, clearSession, setSession } from '../ops/session/cookie';
import { mustBeOwnPage } from '../ops/session/own-page';
import { rateLimited } from '../problems';
import { ACCOUNTS, readYourWrites } from '../request/command-context';
import { memberOf, stateOf } from '../request/request-state';
import type {
  MemberLinkAnswer,
  MemberLinkRequest,
  MemberLinkSent,
  MemberSessionAnswer,
  MemberSignInRequest,
  MemberTokenRequest,
  OwnSession,
} from './session.dto';
import { memberLinkAnswer, memberSessionAnswer, ownSession } from './session-answer';

@Route('api/v1/session')
@Tags('Dashboard session')
@Response<RateLimitAnswer>(429, 'RATE_LIMITED')
export class SessionController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** Sends a link for signing in to the address of a member. The answer is the same for any other address. */
  @Post('link')
  @Response<ErrorAnswer>(403, 'OTHER_ORIGIN')
  @Response<ErrorAnswer>(503, 'PROVIDER_NOT_CONFIGURED')
  public async sendMemberLink(@Body() body: MemberLinkRequest): Promise<Success<MemberLinkSent>> {
    const { members, address } = this.fromOwnPage();
    const { waitSeconds } = await members.sendLink({ email: body.email, caller: networkOf(address) });
    if (waitSeconds !== null) throw rateLimited(waitSeconds);
    return success({ sent: true });
  }

  /** Says who would sign in with a link, and to which partners. The link stays as it is. */
  @Post('look')
  @Response<ErrorAnswer>(403, 'OTHER_ORIGIN')
  @Response<ErrorAnswer>(422, 'LINK_NOT_VALID')
  public async lookAtMemberLink(@Body() body: MemberTokenRequest): Promise<Success<MemberLinkAnswer>> {
    const { members, deps } = this.fromOwnPage();
    return success(await memberLinkAnswer(deps, await members.lookAtLink(body.token)));
  }

  /** Signs in with a link, which works once. The answer sets the cookie of the session. */
  @Post()
  @SuccessResponse(201, 'Created')
  @Response<ErrorAnswer>(403, 'OTHER_ORIGIN')
  @Response<ErrorAnswer>(422, 'LINK_NOT_VALID')
  public async signInMember(@Body() body: MemberSignInRequest): Promise<Success<MemberSessionAnswer>> {
    const { members, deps, address, requestId } = this.fromOwnPage();
    const from = { address, browser: browserOf(this.request), requestId };
    const { token, position, ...signedIn } = await members.signIn({
      ...{ token: body.token, partnerId: body.partnerId ?? null, from },
    });
    await readYourWrites(this.request, ACCOUNTS, position);
    setSession(this.request, members.cookie, token);
    this.setStatus(201);
    return success(await memberSessionAnswer(deps, signedIn));
  }

  /** The member of the session, with the permissions of the role. */
  @Get()
  @Security('member', ['read'])
  public async getMemberSession(): Promise<Success<MemberSessionAnswer>> {
    return success(await memberSessionAnswer(stateOf(this.request).deps, memberOf(this.request)));
  }

  /** Ends the session. */
  @Delete()
  @Security('member', ['read'])
  public async signOutMember(): Promise<Success<null>> {
    const { deps, requestId } = stateOf(this.request);
    await deps.members.signOut(memberOf(this.request).session, requestId);
    clearSession(this.request, deps.members.cookie);
    return success(null);
  }

  /** The person's sessions with the partner, the last used first. */
  @Get('own')
  @Security('member', ['read'])
  public async listOwnSessions(): Promise<Success<OwnSession[]>> {
    const { session } = memberOf(this.request);
    const own = await stateOf(this.request).deps.members.listSessions(session);
    return success(own.map((each) => ownSession(each, session)));
  }

  /** Ends one of the person's sessions with the partner. */
  @Delete('own/{memberSessionId}')
  @Security('member', ['read'])
  @Response<ErrorAnswer>(404, 'NOT_FOUND')
  public async endOwnSession(@Path() memberSessionId: string): Promise<Success<null>> {
    const { deps, requestId } = stateOf(this.request);
    const own = await deps.members.listSessions(memberOf(this.request).session);
    const found = own.find((session) => sessionIdOf(session) === memberSessionId);
    if (found === undefined) throw rejection('NOT_FOUND', 'No such session');
    await deps.members.signOut(found, requestId);
    return success(null);
  }

  private fromOwnPage() {
    const { deps, address, requestId } = stateOf(this.request);
    mustBeOwnPage(this.request, deps.members.origin);
    return { deps, members: deps.members, address, requestId };
  }
}
