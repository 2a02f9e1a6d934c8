import { Body, Controller, Post, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import { invalidField } from '../../../../aggregates/rejection';
import { type ErrorAnswer, type Success, success } from '../../envelope';
import { freshContextOf } from '../../request/command-context';
import { partnerOf, stateOf } from '../../request/request-state';
import { documentOf, maskedDocument } from './document-of-request';
import type { DocumentAnswer, DocumentRequest, DocumentVerification } from './documents.dto';

@Route('api/v1/users/kyc')
@Tags('KYC')
@Security('partner', ['simulate'])
export class KycDocumentsController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** Looks a document up in a public registry. Each look-up is counted and recorded. */
  @Post('lookup')
  @Response<ErrorAnswer>(404, 'KYC_DOCUMENT_NOT_FOUND')
  @Response<ErrorAnswer>(502, 'PROVIDER_FAILURE')
  @Response<ErrorAnswer>(503, 'PROVIDER_NOT_CONFIGURED')
  public async lookUp(@Body() body: DocumentRequest): Promise<Success<DocumentAnswer>> {
    const { document, hasForm } = documentOf(body);
    if (!hasForm) throw invalidField('documentNumber', `is not a ${document.type}`);
    const { partnerId, mode } = partnerOf(this.request);
    const context = freshContextOf(this.request);
    const record = await stateOf(this.request).deps.lookUpDocument({ partnerId, mode, document }, context);
    const { name, tradeName, birthDate } = record;
    return success({
      ...{ documentType: document.type, documentNumber: maskedDocument(document), country: document.country },
      taxIdStatus: record.status,
      ...(name === undefined ? {} : { name }),
      ...(tradeName === undefined ? {} : { tradeName }),
      ...(birthDate === undefined ? {} : { birthDate }),
    });
  }

  /** Verifies a document: by a registry, or by its form where there is none. */
  @Post('verify')
  @Response<ErrorAnswer>(404, 'KYC_DOCUMENT_NOT_FOUND')
  @Response<ErrorAnswer>(502, 'PROVIDER_FAILURE')
  @Response<ErrorAnswer>(503, 'PROVIDER_NOT_CONFIGURED')
  public async verify(@Body() body: DocumentRequest): Promise<Success<DocumentVerification>> {
    const { partnerId, mode } = partnerOf(this.request);
    const asked = { partnerId, mode, ...documentOf(body) };
    return success(await stateOf(this.request).deps.verifyDocument(asked, freshContextOf(this.request)));
  }
}
