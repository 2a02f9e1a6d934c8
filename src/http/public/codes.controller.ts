import { Body, Controller, Middlewares, Post, Response, Route, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import { type Success, success, type ValidationErrorAnswer } from '../envelope';
import { limitValidation } from '../request/limits';
import { stateOf } from '../request/request-state';
import { codeAnswer } from './code-answer';
import type { CodeAnswer, CodeRequest } from './codes.dto';

@Route('api/v1/validate-code')
@Tags('Codes')
export class CodesController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** Reads a payment code and checks what can be checked in its own text. A code that fails is a 200 that says why. */
  @Post()
  @Middlewares(limitValidation)
  @Response<ValidationErrorAnswer>(400, 'VALIDATION_ERROR')
  public validateCode(@Body() body: CodeRequest): Success<CodeAnswer> {
    return success(codeAnswer(body.code, stateOf(this.request).deps.clock.now()));
  }
}

@Route('api/payments/validate-code')
@Tags('Wallet')
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
