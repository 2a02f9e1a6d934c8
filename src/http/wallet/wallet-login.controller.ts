import { Body, Controller, Post, Response, Route, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import { networkOf } from '../../client-address';
import { type ErrorAnswer, type Success, success } from '../envelope';
import { ACCOUNTS, readYourWrites } from '../request/command-context';
import { limitFailures } from '../request/limits';
import { stateOf } from '../request/request-state';
import { loginWalletOf } from './login-wallet';
import type { ChallengeAnswer, VerifyRequest, WalletAccount, WalletTokenAnswer } from './wallet-login.dto';

@Route('api/auth')
@Tags('Wallet login')
export class WalletLoginController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** Returns the text that the wallet must sign within five minutes. A sixth text of an address replaces the oldest. */
  @Post('challenge')
  public async startLogin(@Body() body: WalletAccount): Promise<Success<ChallengeAnswer>> {
    const { deps, address } = stateOf(this.request);
    return success(await deps.startWalletLogin({ ...loginWalletOf(body, deps), caller: networkOf(address) }));
  }

  /** A token for the owner of the address, once per challenge. Not this but the first quote registers the address. */
  @Post('verify')
  @Response<ErrorAnswer>(401, 'UNAUTHORIZED')
  @Response<ErrorAnswer>(403, 'USER_BLOCKED, PARTNER_INACTIVE')
  public async finishLogin(@Body() body: VerifyRequest): Promise<Success<WalletTokenAnswer>> {
    const { deps, requestId, address } = stateOf(this.request);
    const { challengeId = null, signature, publicKey = null, otpProof = null } = body;
    const caller = networkOf(address);
    const login = { ...loginWalletOf(body, deps), challengeId, signature, publicKey, otpProof, caller };
    const finished = await limitFailures(this.request, () => deps.finishWalletLogin(login, requestId));
    const { userId, position, ...owner } = finished;
    await readYourWrites(this.request, ACCOUNTS, position);
    const expiresIn = deps.settings.defaultTokenTtlSeconds;
    const tokenJWT = await deps.tokens.wallet.sign({ ...owner, uid: userId }, expiresIn);
    return success({ tokenJWT, expiresIn });
  }
}
