import { Body, Controller, Middlewares, Post, Response, Route, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import { type ErrorAnswer, type RateLimitAnswer, type Success, success, type ValidationErrorAnswer } from '../envelope';
import { limitValidation } from '../request/limits';
import { stateOf } from '../request/request-state';
import { codeAnswer } from './code-answer';
import type { CodeAnswer, CodeRequest } from './codes.dto';

@Route('api/v1/validate-code')
@Tags('Codes')
@Response<ValidationErrorAnswer>(400, 'VALIDATION_ERROR')
@Response<ErrorAnswer>(413, 'PAYLOAD_TOO_LARGE')
@Response<ErrorAnswer>(415, 'UNSUPPORTED_MEDIA_TYPE')
@Response<RateLimitAnswer>(429, 'RATE_LIMITED')
@Response<ErrorAnswer>(500, 'INTERNAL')
export class CodesController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** Reads a payment code and checks what can be checked in its own text. A code that fails is a 200 that says why. */
  @Post()
  @Middlewares(limitValidation)
  public validateCode(@Body() body: CodeRequest): Success<CodeAnswer> {
    return success(codeAnswer(body.code, stateOf(this.request).deps.clock.now()));
  }
}

@Route('api/payments/validate-code')
@Tags('Wallet')
@Response<ValidationErrorAnswer>(400, 'VALIDATION_ERROR')
@Response<ErrorAnswer>(413, 'PAYLOAD_TOO_LARGE')
@Response<ErrorAnswer>(415, 'UNSUPPORTED_MEDIA_TYPE')
@Response<RateLimitAnswer>(429, 'RATE_LIMITED')
@Response<ErrorAnswer>(500, 'INTERNAL')
export class WalletCodesController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** The same as `/api/v1/validate-code`. */
  @Post()
  @Middlewares(limitValidation)
  public validatePaymentCode(@Body() body: CodeRequest): Success<CodeAnswer> {
    return success(codeAnswer(body.code, stateOf(this.request).deps.clock.now()));
  }
}
