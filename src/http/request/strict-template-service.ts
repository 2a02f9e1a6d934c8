import { ExpressTemplateService, type TsoaRoute, ValidationService } from '@tsoa/runtime';

type Config = ConstructorParameters<typeof ExpressTemplateService>[1];

/**
 * tsoa compares `String(value)` with the members of an enum: that throws on `{"toString":1}`, and takes `["CPF"]` for
 * `"CPF"`. Every enum of this surface is one of texts, so whatever is no text is none of its members.
 */
class StrictValidation extends ValidationService {
  public override validateEnum(
    ...[name, value, ...rest]: Parameters<ValidationService['validateEnum']>
  ): ReturnType<ValidationService['validateEnum']> {
    return super.validateEnum(name, typeof value === 'string' ? value : undefined, ...rest);
  }

  /** tsoa looks a key up among the known properties, where it finds `hasOwnProperty` and its like: they went unchecked. */
  public override validateNestedObjectLiteral(
    ...[name, value, errors, isBody, known, ...rest]: Parameters<ValidationService['validateNestedObjectLiteral']>
  ): ReturnType<ValidationService['validateNestedObjectLiteral']> {
    const own = known === undefined ? undefined : Object.assign(Object.create(null) as typeof known, known);
    return super.validateNestedObjectLiteral(name, value, errors, isBody, own, ...rest);
  }
}

/** What the generated routes check a request by; `scripts/strict-routes.mjs` puts it in place of tsoa's own. */
export class StrictTemplateService extends ExpressTemplateService {
  public constructor(models: TsoaRoute.Models, config: Config) {
    super(models, config);
    this.validationService = new StrictValidation(models, config);
  }
}
