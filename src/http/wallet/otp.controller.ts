import { Body, Controller, Post, Response, Route, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import { OTP_TTL_SECONDS } from '../../../commands/wallet-login/wallet-otp';
import { networkOf } from '../../client-address';
import { type ErrorAnswer, type RateLimitAnswer, type Success, success } from '../envelope';
import { rateLimited } from '../problems';
import { limitFailures } from '../request/limits';
import { stateOf } from '../request/request-state';
import { checked } from '../request/shape/validate-dto';
import { loginWalletOf } from './login-wallet';
import { type OtpSentAnswer, type OtpVerifiedAnswer, SendOtpRequest, type VerifyOtpRequest } from './otp.dto';

@Route('api/auth/otp')
@Tags('Wallet login')
export class OtpController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** Sends a code by e-mail, if the wallet may use this address. The code is valid for ten minutes. */
  @Post('send')
  @Response<RateLimitAnswer>(429, 'RATE_LIMITED')
  @Response<ErrorAnswer>(503, 'PROVIDER_NOT_CONFIGURED')
  public async sendCode(@Body() body: SendOtpRequest): Promise<Success<OtpSentAnswer>> {
    const { deps, address } = stateOf(this.request);
    const { destination } = checked(SendOtpRequest, body);
    const wallet = { ...loginWalletOf(body, deps), caller: networkOf(address) };
    const { otpId, waitSeconds } = await deps.sendOtp({ wallet, destination });
    if (waitSeconds !== null) throw rateLimited(waitSeconds);
    return success({ sent: true, otpId });
  }

  /** Exchanges a code, once, for a proof. The proof opens nothing by itself: the wallet's signature is still needed. */
  @Post('verify')
  @Response<ErrorAnswer>(401, 'UNAUTHORIZED')
  public async verifyCode(@Body() body: VerifyOtpRequest): Promise<Success<OtpVerifiedAnswer>> {
    const { deps } = stateOf(this.request);
    const wallet = loginWalletOf(body, deps);
    const { otpId, code } = body;
    const { otpProof } = await limitFailures(this.request, () => deps.verifyOtp({ wallet, otpId, code }));
    return success({ verified: true, otpProof, validForSeconds: OTP_TTL_SECONDS });
  }
}
