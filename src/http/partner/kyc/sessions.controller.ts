import {
  Body,
  Controller,
  Get,
  Header,
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
import type { SessionAnswer } from '../../../../commands/kyc/kyc-deps';
import type { DeclaredToProvider } from '../../../../commands/ports/providers/kyc-provider';
import { findKycSession, findLatestKycSession, listKycSessions } from '../../../../read-models/users/kyc-sessions';
import { type ErrorAnswer, type Page, page, type Success, success } from '../../envelope';
import { freshContextOf, KYC_SESSIONS, readYourWrites } from '../../request/command-context';
import { partnerOf, partnerReaderOf, stateOf } from '../../request/request-state';
import { scenarioOf } from '../../request/scenario';
import { throwWithNames } from '../../shared/field-names';
import { legalPerson, naturalPerson } from './declared-person';
import type { LegalPersonRequest, NaturalPersonRequest } from './kyc.dto';
import type { KycCheckAnswer, KycHealthAnswer, KycSessionAnswer, KycStatus } from './kyc-answers.dto';
import { sessionAnswer, sessionAnswers } from './session-answer';
import { rowOfState } from './session-of-state';

/** Commands that find a user name the id `uid`; this surface names it `externalUserId`. */
const NAMES = { uid: 'externalUserId' };

@Route('api/v1/users/kyc')
@Tags('KYC')
@Security('partner', ['read'])
export class KycSessionsController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /**
   * Starts a session for a person; its `webViewUrl` is opened in the partner's app.
   * @param scenario Name of the scenario that the simulators play; ignored without sandbox credentials
   */
  @Post('sessions/natural-person')
  @Security('partner', ['simulate'])
  @SuccessResponse(201, 'Created')
  @Response<ErrorAnswer>(409, 'CONCURRENT_OPERATION')
  @Response<ErrorAnswer>(502, 'PROVIDER_FAILURE')
  @Response<ErrorAnswer>(503, 'PROVIDER_NOT_CONFIGURED')
  public async startNaturalPerson(
    @Body() body: NaturalPersonRequest,
    @Header('X-Sandbox-Scenario') scenario?: string,
  ): Promise<Success<KycSessionAnswer>> {
    return this.start(body.externalUserId, naturalPerson(body, stateOf(this.request).deps.clock.now()), scenario);
  }

  /**
   * Starts a session for a company and its owners.
   * @param scenario Name of the scenario that the simulators play; ignored without sandbox credentials
   */
  @Post('sessions/legal-person')
  @Security('partner', ['simulate'])
  @SuccessResponse(201, 'Created')
  @Response<ErrorAnswer>(409, 'CONCURRENT_OPERATION')
  @Response<ErrorAnswer>(502, 'PROVIDER_FAILURE')
  @Response<ErrorAnswer>(503, 'PROVIDER_NOT_CONFIGURED')
  public async startLegalPerson(
    @Body() body: LegalPersonRequest,
    @Header('X-Sandbox-Scenario') scenario?: string,
  ): Promise<Success<KycSessionAnswer>> {
    return this.start(body.externalUserId, legalPerson(body, stateOf(this.request).deps.clock.now()), scenario);
  }

  /**
   * The partner's sessions, newest first.
   * @param limit How many, 1 to 200
   * @isInt limit must be a whole number
   * @minimum limit 1
   * @maximum limit 200
   * @param cursor The sessionId of the last session seen
   * @param status Only those in this state
   * @param externalUserId Only those of this user
   * @minLength externalUserId 1
   * @maxLength externalUserId 128
   */
  @Get('sessions')
  public async listSessions(
    @Query() limit: number = 20,
    @Query() cursor?: string,
    @Query() status?: KycStatus,
    @Query() externalUserId?: string,
  ): Promise<Page<KycSessionAnswer>> {
    const { deps } = stateOf(this.request);
    const userId = externalUserId === undefined ? undefined : await this.userOf(externalUserId);
    const rows = await listKycSessions(partnerReaderOf(this.request), { limit, cursor, status, userId });
    if (rows === null) throw invalidField('cursor', 'is not the id of a session');
    return page(rows, limit, (row) => row.session_id, await sessionAnswers(deps, rows.slice(0, limit)));
  }

  /** Returns one of the partner's sessions. */
  @Get('sessions/{sessionId}')
  @Response<ErrorAnswer>(404, 'SESSION_NOT_FOUND')
  public async getSession(@Path() sessionId: string): Promise<Success<KycSessionAnswer>> {
    return success(await sessionAnswer(stateOf(this.request).deps, await this.existing(sessionId)));
  }

  /** Asks the provider what became of the session. */
  @Post('sessions/{sessionId}/sync')
  @Security('partner', ['simulate'])
  @Response<ErrorAnswer>(404, 'SESSION_NOT_FOUND')
  @Response<ErrorAnswer>(502, 'PROVIDER_FAILURE')
  @Response<ErrorAnswer>(503, 'PROVIDER_NOT_CONFIGURED')
  public async syncSession(@Path() sessionId: string): Promise<Success<KycSessionAnswer>> {
    await this.existing(sessionId);
    const { deps } = stateOf(this.request);
    return success(await this.shown(await deps.syncKycSession({ sessionId }, freshContextOf(this.request))));
  }

  /** Returns a new `webViewUrl`; an expired session begins again, unless its provider lacks it: start another. */
  @Post('sessions/{sessionId}/document-url')
  @Security('partner', ['simulate'])
  @Response<ErrorAnswer>(404, 'SESSION_NOT_FOUND')
  @Response<ErrorAnswer>(422, 'SESSION_ENDED')
  @Response<ErrorAnswer>(502, 'PROVIDER_FAILURE')
  @Response<ErrorAnswer>(503, 'PROVIDER_NOT_CONFIGURED')
  public async reopenSession(@Path() sessionId: string): Promise<Success<KycSessionAnswer>> {
    await this.existing(sessionId);
    const { deps } = stateOf(this.request);
    return success(await this.shown(await deps.reopenKycSession({ sessionId }, freshContextOf(this.request))));
  }

  /** The latest session of a user, by the partner's own id or ours. */
  @Get('users/{externalUserId}/check')
  public async checkUser(@Path() externalUserId: string): Promise<Success<KycCheckAnswer>> {
    const userId = await this.userOf(externalUserId);
    const row = userId === null ? null : await findLatestKycSession(partnerReaderOf(this.request), userId);
    if (row === null) return success({ hasSession: false });
    return success({ hasSession: true, ...(await sessionAnswer(stateOf(this.request).deps, row)) });
  }

  /** Checks that the KYC provider answers. */
  @Get('health')
  @Response<ErrorAnswer>(503, 'PROVIDER_NOT_CONFIGURED')
  public async health(): Promise<Success<KycHealthAnswer>> {
    const { deps, requestId } = stateOf(this.request);
    const { partnerId, mode } = partnerOf(this.request);
    return success(await deps.kycHealth({ partnerId, mode, requestId }));
  }

  private async start(
    externalUserId: string,
    declared: DeclaredToProvider,
    scenario: string | undefined,
  ): Promise<Success<KycSessionAnswer>> {
    const { deps } = stateOf(this.request);
    const { partnerId, mode } = partnerOf(this.request);
    const context = freshContextOf(this.request);
    const asked = { partnerId, mode, externalUserId, declared, ...scenarioOf(this.request, scenario) };
    const started = await deps.startKycSession(asked, context).catch(throwWithNames(NAMES));
    this.setStatus(201);
    return success(await this.shown(started));
  }

  private async shown({ state, position }: SessionAnswer): Promise<KycSessionAnswer> {
    if (state.status === 'NONE') throw rejection('SESSION_NOT_FOUND', 'No such KYC session');
    await readYourWrites(this.request, KYC_SESSIONS, position);
    return sessionAnswer(stateOf(this.request).deps, rowOfState(state));
  }

  private async existing(sessionId: string) {
    const row = await findKycSession(partnerReaderOf(this.request), sessionId);
    if (row === null) throw rejection('SESSION_NOT_FOUND', 'No such KYC session');
    return row;
  }

  private async userOf(externalUserId: string): Promise<string | null> {
    const { partnerId, mode } = partnerOf(this.request);
    const named = { partnerId, mode, uid: externalUserId, pubkey: null };
    return stateOf(this.request).deps.findUserId(named).catch(throwWithNames(NAMES));
  }
}
